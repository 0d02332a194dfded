#!/usr/bin/env python3
"""The HTTP API of a real opticwardd on the simulated board.

http_test.py BIN SOURCE
"""

import copy
import http.client
import json
import pathlib
import re
import sys
import unittest

from daemon import Daemon
from schema import Schemas

binaries = source = None


class Api(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.schemas = Schemas(source)
        cls.daemon = Daemon(binaries / "opticwardd", source / "config/boards/simulated.toml")
        cls.addClassCleanup(cls.daemon.__exit__)
        # By then the board has shown flags, a crossing and mismatches.
        cls.daemon.wait_for_line("event=raise port=swp3 .*kind=flag")

    def ask(self, path, method="GET"):
        connection = http.client.HTTPConnection("127.0.0.1", self.daemon.port, timeout=10)
        self.addCleanup(connection.close)
        connection.request(method, path)
        answer = connection.getresponse()
        return answer, answer.read().decode("utf-8")

    def json(self, path):
        answer, text = self.ask(path)
        self.assertEqual(answer.status, 200, text)
        self.assertEqual(answer.headers["Content-Type"], "application/json")
        return json.loads(text)

    def test_every_port_fits_the_schema(self):
        ports = self.json("/api/v1/ports")
        self.assertEqual([port["port"] for port in ports], [f"swp{number}" for number in range(1, 33)])
        for port in ports:
            self.assertEqual(self.schemas.problems("port", port), [], port["port"])

    def test_every_alert_fits_the_schema(self):
        alerts = self.json("/api/v1/alerts")
        self.assertGreater(len(alerts), 3)
        for alert in alerts:
            self.assertEqual(self.schemas.problems("alert", alert), [], alert["id"])

    def test_the_schema_would_notice(self):
        port = self.json("/api/v1/ports/swp3")
        for spoil in (
            lambda p: p.update(surprise=1),
            lambda p: p.pop("state"),
            lambda p: p.update(state="fine"),
            lambda p: p.update(label=None),
            lambda p: p["alerts"][0].update(severity="bad"),
            lambda p: p["module"].update(surprise=1),
            lambda p: p["module"]["monitors"]["lanes"][0].update(rx_power_watts="dark"),
            lambda p: p["module"]["identifier"].update(code=256),
            lambda p: p["module"]["flags"]["module"].append("surprise"),
        ):
            spoiled = copy.deepcopy(port)
            spoil(spoiled)
            self.assertNotEqual(self.schemas.problems("port", spoiled), [])

    def test_the_schema_knows_every_kind_of_alert_and_state_of_a_port(self):
        for header, table, name, key in (
            ("daemon/judge/alert.h", "alert_kinds", "alert", "kind"),
            ("daemon/poll/port_state.h", "port_state_names", "port", "state"),
        ):
            text = (source / header).read_text(encoding="utf-8")
            words = re.findall(r'"(\w+)"', re.search(rf"{table}\{{(.*?)\}};", text, re.DOTALL)[1])
            self.assertGreater(len(words), 7)
            self.assertEqual(set(words) - set(self.schemas.all[name]["properties"][key]["enum"]), set())

    def test_a_port_is_the_same_object_as_in_the_list(self):
        alone = self.json("/api/v1/ports/swp1")
        listed = self.json("/api/v1/ports")[0]
        self.assertEqual(alone["port"], "swp1")
        self.assertEqual(list(alone), list(listed))
        self.assertEqual(alone["module"]["serial_number"], listed["module"]["serial_number"])

    def test_the_mismatches_are_those_of_the_metrics(self):
        by_metrics = sorted(
            re.fullmatch(r'transceiver_link_mode_mismatch\{port="(\w+)"\}', series)[1]
            for series, number in self.daemon.samples().items()
            if series.startswith("transceiver_link_mode_mismatch{") and number == "1"
        )
        by_api = sorted(a["port"] for a in self.json("/api/v1/alerts") if a["kind"] == "link_mode_mismatch")
        self.assertEqual(by_api, by_metrics)
        self.assertIn("swp26", by_api)

    def test_an_empty_cage_has_no_module(self):
        empty = [port for port in self.json("/api/v1/ports") if port["state"] == "empty"]
        self.assertGreater(len(empty), 0)
        for port in empty:
            self.assertNotIn("module", port)
            self.assertNotIn("age_seconds", port)

    def test_head_has_the_length_and_no_body(self):
        answer, text = self.ask("/api/v1/ports/swp1", "HEAD")
        self.assertEqual((answer.status, text), (200, ""))
        self.assertGreater(int(answer.headers["Content-Length"]), 1000)

    def test_an_unknown_port_is_404_with_links(self):
        answer, text = self.ask("/api/v1/ports/swp99")
        self.assertEqual(answer.status, 404)
        self.assertEqual(
            json.loads(text),
            {"error": "there is no port swp99", "links": {"ports": "/api/v1/ports", "alerts": "/api/v1/alerts"}},
        )

    def test_writing_is_not_allowed(self):
        for path in ("/api/v1/ports/swp1", "/metrics", "/"):
            answer, _ = self.ask(path, "POST")
            self.assertEqual((answer.status, answer.headers["Allow"]), (405, "GET, HEAD"))

    def test_the_links_of_the_landing_page_lead_somewhere(self):
        answer, text = self.ask("/")
        self.assertEqual(answer.headers["Content-Security-Policy"], "default-src 'none'")
        links = re.findall(r'href="([^"]+)"', text)
        self.assertEqual(links, ["/metrics", "/api/v1/ports", "/api/v1/alerts", "/livez", "/readyz"])
        for link in links:
            self.assertEqual(self.ask(link)[0].status, 200, link)


if __name__ == "__main__":
    binaries, source = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    unittest.main(argv=sys.argv[:1], verbosity=2)
