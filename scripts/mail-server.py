"""A real mail server for the tests, by aiosmtpd, with certificates of an authority of its own.

Argument: a folder, which gets the authority's certificate (authority.pem) and one of a stranger (stranger.pem). Prints a
line of JSON with the ports, then one for each mail that it takes. Ends with its standard input.

Who is written to decides what becomes of a mail: `nobody` is refused, `later` is put off once, `unwanted` is refused
with the content, and behind the content for `stall` nothing is answered.
"""

import asyncio
import email
import email.policy
import json
import logging
import ssl
import sys
import warnings
from datetime import datetime, timedelta, timezone
from pathlib import Path

import trustme
from aiosmtpd.smtp import SMTP, AuthResult

# Hides errors of clients that reject a certificate, and deprecation warnings of the library.
logging.getLogger("mail.log").setLevel(logging.CRITICAL)
warnings.simplefilter("ignore")

USER, PASSWORD = b"uno", b"a password of the tests"


def tell(what):
    print(json.dumps(what), flush=True)


class Handler:
    """What becomes of mails."""

    def __init__(self):
        self.put_off = set()

    async def handle_RCPT(self, server, session, envelope, address, options):
        name = address.partition("@")[0]
        if name == "nobody":
            return "550 5.1.1 No such person"
        if name == "later" and address not in self.put_off:
            self.put_off.add(address)
            return "451 4.7.1 Come again"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        names = {address.partition("@")[0] for address in envelope.rcpt_tos}
        if "unwanted" in names:
            return "554 5.7.1 Not wanted"
        mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
        tell(
            {
                "isEncrypted": session.ssl is not None or server.transport.get_extra_info("sslcontext") is not None,
                "user": session.auth_data,
                "from": envelope.mail_from,
                "to": envelope.rcpt_tos,
                "options": envelope.mail_options,
                "header": str(mail["to"]),
                "subject": str(mail["subject"]),
                "text": mail.get_content(),
            }
        )
        if "stall" in names:
            await asyncio.sleep(3600)
        return "250 OK"


def authenticate(server, session, envelope, mechanism, data):
    known = (data.login, data.password) == (USER, PASSWORD)
    return AuthResult(success=known, handled=False, auth_data=data.login.decode() if known else None)


def context(certificate):
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    certificate.configure_cert(made)
    return made


async def main(folder):
    authority = trustme.CA()
    authority.cert_pem.write_to_path(folder / "authority.pem")
    trustme.CA().cert_pem.write_to_path(folder / "stranger.pem")
    own = context(authority.issue_cert("localhost"))
    elsewhere = context(authority.issue_cert("elsewhere.example"))
    yesterday = datetime.now(timezone.utc) - timedelta(days=1)
    expired = context(authority.issue_cert("localhost", not_after=yesterday))

    handler = Handler()
    ports = {}

    async def listen(name, at_once=None, by_starttls=None, utf8=True):
        def speak():
            return SMTP(
                handler,
                hostname="mail.example",
                enable_SMTPUTF8=utf8,
                tls_context=by_starttls,
                require_starttls=by_starttls is not None,
                auth_required=True,
                # The library does not count TLS from the start of a connection as encryption.
                auth_require_tls=by_starttls is not None,
                authenticator=authenticate,
                loop=asyncio.get_running_loop(),
            )

        listener = await asyncio.get_running_loop().create_server(speak, "127.0.0.1", 0, ssl=at_once)
        ports[name] = listener.sockets[0].getsockname()[1]

    await listen("tls", at_once=own)
    await listen("starttls", by_starttls=own)
    await listen("tlsElsewhere", at_once=elsewhere)
    await listen("starttlsElsewhere", by_starttls=elsewhere)
    await listen("tlsExpired", at_once=expired)
    await listen("withoutUtf8", at_once=own, utf8=False)
    tell(ports)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


asyncio.run(main(Path(sys.argv[1])))
