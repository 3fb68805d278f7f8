"""A stand-in for the guard of an edge. It answers as the test decides, and records requests and reports."""

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

SECRET = "guard-secret-for-tests"

Answer = dict[str, Any]


def plan_naming(numbers: list[str], label: str) -> Answer:
    """Returns the part of a plan that names numeric columns and a label of two classes."""
    columns = [{"name": name, "kind": "number"} for name in numbers]
    target = {"kind": "classes", "column": label, "classes": ["no", "yes"], "integral": False}
    return {"data": {"kind": "table", "columns": columns}, "target": target}


class Edge:
    """Listens on a loopback port. `decide` answers each request. `close()` makes the edge unreachable."""

    def __init__(self, data_path: str, algorithm: str, plan: dict[str, Any] | None = None) -> None:
        self.permit: Answer = {
            "allowed": True,
            "dataPath": data_path,
            "rows": 40,
            "plan": {"algorithm": algorithm, "parameters": {}, "seed": "s", **(plan or plan_naming(["age"], "sick"))},
        }
        self.decide: Callable[[dict[str, Any]], Answer] = lambda question: self.permit
        self.questions: list[dict[str, Any]] = []
        self.reports: list[dict[str, Any]] = []
        edge = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                answer: Answer = {}
                if self.headers["authorization"] != f"Bearer {SECRET}":
                    self.send_response(401)
                elif self.path == "/authorize":
                    edge.questions.append(body)
                    answer = edge.decide(body)
                    self.send_response(200)
                else:
                    edge.reports.append(body)
                    self.send_response(200)
                data = json.dumps(answer).encode()
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
