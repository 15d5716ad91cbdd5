"""An identity provider of SAML 2.0 by pysaml2. It signs in the same person for every request.

Arguments: folder with `key.pem`, `certificate.pem` and `service.xml` (the metadata of the service), and an email address.
It prints its metadata on one line as JSON, and ends when its input ends.
"""

import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from saml2 import BINDING_HTTP_POST, BINDING_HTTP_REDIRECT
from saml2.config import IdPConfig
from saml2.metadata import entity_descriptor
from saml2.saml import NAMEID_FORMAT_EMAILADDRESS, NameID
from saml2.server import Server
from saml2.xmldsig import DIGEST_SHA256, SIG_RSA_SHA256

folder, email = sys.argv[1], sys.argv[2]


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        if not self.path.startswith("/sso?"):
            return self.send_error(404)
        query = parse_qs(urlsplit(self.path).query)
        request = idp.parse_authn_request(query["SAMLRequest"][0], BINDING_HTTP_REDIRECT).message
        response = idp.create_authn_response(
            identity={"mail": email, "givenName": "Ada", "sn": "Lovelace"},
            userid=email,
            name_id=NameID(format=NAMEID_FORMAT_EMAILADDRESS, text=email),
            authn={"class_ref": "urn:oasis:names:tc:SAML:2.0:ac:classes:Password"},
            sign_assertion=True,
            sign_response=True,
            sign_alg=SIG_RSA_SHA256,
            digest_alg=DIGEST_SHA256,
            **idp.response_args(request),
        )
        page = idp.apply_binding(
            BINDING_HTTP_POST,
            str(response),
            request.assertion_consumer_service_url,
            query.get("RelayState", [""])[0],
            response=True,
        )
        body = page["data"].encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
address = f"http://127.0.0.1:{server.server_port}"
config = IdPConfig().load(
    {
        "entityid": f"{address}/metadata",
        "service": {
            "idp": {
                "endpoints": {"single_sign_on_service": [(f"{address}/sso", BINDING_HTTP_REDIRECT)]},
                "policy": {"default": {"lifetime": {"minutes": 5}, "name_form": None}},
                "name_id_format": [NAMEID_FORMAT_EMAILADDRESS],
            }
        },
        "key_file": f"{folder}/key.pem",
        "cert_file": f"{folder}/certificate.pem",
        "metadata": {"local": [f"{folder}/service.xml"]},
    }
)
idp = Server(config=config)
print(json.dumps({"metadata": str(entity_descriptor(config))}), flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.stdin.read()
