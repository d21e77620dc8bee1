# SPDX-License-Identifier: GPL-3.0-or-later
"""Drives a headless Chromium or Firefox with what Python has.

Chromium speaks its DevTools protocol over a pipe, Firefox its Marionette protocol over a local
socket; both are JSON. A browser has a profile of its own in a temporary folder, reaches no network
but a proxy that notes what is asked of it and answers nothing, and ends with the program.
"""

import base64
import json
import os
import shutil
import socket
import subprocess
import tempfile
import threading
import time

PATIENCE = 60


# Roles that need a name.
WORKED_WITH = ('button', 'link', 'slider', 'combobox', 'image', 'img', 'navigation', 'region')


class Failed(Exception):
    """The browser, or the page in it, did not do what was asked."""


class Proxy:
    """Where all requests go that would leave the machine, and end."""

    def __init__(self):
        self.asked = []
        self.socket = socket.create_server(('127.0.0.1', 0))
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            with connection:
                connection.settimeout(2)
                try:
                    self.asked.append(connection.recv(4096).decode('latin-1'))
                except OSError:
                    pass


class Browser:
    """What the two have in common. What is run on the page has its own objects as `page`."""

    name = ''

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix='skyward-browser-')
        self.process = None
        self.proxy = Proxy()

    def environment(self):
        """A home of its own."""
        # A browser may warn: of a bus that is not there, say.
        environment = {name: value for name, value in os.environ.items() if name != 'G_DEBUG'}
        return dict(environment, HOME=self.folder, XDG_CONFIG_HOME=self.folder,
                    XDG_CACHE_HOME=self.folder, TMPDIR=self.folder)

    def wait_for(self, condition, what, patience=PATIENCE):
        """Until the expression @condition is true on the page."""
        end = time.monotonic() + patience
        while time.monotonic() < end:
            if self.run('return Boolean(' + condition + ')'):
                return
            time.sleep(0.05)
        raise Failed(f'{self.name}: waited in vain until {what}')

    def close(self):
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            self.process = None
        self.proxy.socket.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Chromium(Browser):
    """Over --remote-debugging-pipe: messages end with a NUL, on descriptors 3 and 4."""

    name = 'Chromium'

    def __init__(self, width=1440, height=1000, dark=False):
        super().__init__()
        to_read, to_write = os.pipe()
        from_read, from_write = os.pipe()

        def give():
            """Descriptors 3 and 4 of the browser."""
            first, second = os.dup(to_read), os.dup(from_write)
            os.dup2(first, 3)
            os.dup2(second, 4)

        self.process = subprocess.Popen(
            ['chromium', '--headless=new', '--remote-debugging-pipe', '--no-sandbox',
             '--disable-gpu', '--no-first-run', '--disable-background-networking',
             '--disable-component-update', '--disable-sync', '--mute-audio',
             '--autoplay-policy=no-user-gesture-required', '--force-color-profile=srgb',
             f'--proxy-server=127.0.0.1:{self.proxy.port}', f'--user-data-dir={self.folder}/profile',
             f'--window-size={width},{height}', 'about:blank'],
            preexec_fn=give, close_fds=False, env=self.environment(),
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(from_write)
        self.to = to_write
        self.come = from_read
        self.rest = b''
        self.number = 0
        self.session = None
        self.requests = []
        self.faults = []
        target = next(one for one in self.call('Target.getTargets')['targetInfos']
                      if one['type'] == 'page')
        self.session = self.call('Target.attachToTarget', targetId=target['targetId'],
                                 flatten=True)['sessionId']
        for domain in ('Page', 'Runtime', 'Network', 'Log'):
            self.call(domain + '.enable')
        self.call('Emulation.setEmulatedMedia', features=[
            {'name': 'prefers-color-scheme', 'value': 'dark' if dark else 'light'}])

    def read(self):
        """The next message."""
        while b'\0' not in self.rest:
            data = os.read(self.come, 1 << 20)
            if not data:
                raise Failed('Chromium ended')
            self.rest += data
        message, self.rest = self.rest.split(b'\0', 1)
        return json.loads(message)

    def note(self, message):
        """Events that a test may ask about."""
        method, values = message.get('method'), message.get('params', {})
        if method == 'Network.requestWillBeSent':
            self.requests.append(values['request']['url'])
        elif method == 'Runtime.exceptionThrown':
            self.faults.append(json.dumps(values['exceptionDetails'])[:2000])
        elif method == 'Log.entryAdded' and values['entry']['level'] == 'error':
            self.faults.append(values['entry']['text'] + ' ' + values['entry'].get('url', '')[:200])

    def call(self, method, **values):
        self.number += 1
        number = self.number
        message = {'id': number, 'method': method, 'params': values}
        if self.session is not None:
            message['sessionId'] = self.session
        os.write(self.to, json.dumps(message).encode() + b'\0')
        while True:
            message = self.read()
            if message.get('id') == number:
                if 'error' in message:
                    raise Failed(f'{method}: {message["error"]}')
                return message['result']
            self.note(message)

    def go(self, address):
        self.call('Page.navigate', url=address)
        self.wait_for('document.readyState === "complete" && location.href !== "about:blank"',
                      'the page is there')

    def run(self, body):
        """Runs the body of an async function. Returns: what it returns."""
        result = self.call('Runtime.evaluate', expression='(async (page) => {' + body + '})(window.skyward)',
                           awaitPromise=True, returnByValue=True, userGesture=True)
        if 'exceptionDetails' in result:
            raise Failed(f'{self.name}: {json.dumps(result["exceptionDetails"])[:2000]}')
        return result['result'].get('value')

    def press(self, key, code=None, virtual=0):
        """Presses and lets go of a key."""
        text = key if len(key) == 1 else ''
        if key == 'Enter':
            text = '\r'
        for kind in ('keyDown', 'keyUp'):
            self.call('Input.dispatchKeyEvent', type=kind, key=key, code=code or key,
                      windowsVirtualKeyCode=virtual, **({'text': text} if kind == 'keyDown' and text
                                                        else {}))

    def tab(self):
        self.press('Tab', 'Tab', 9)

    def screenshot(self, selector=None):
        """Returns: a PNG of what is seen, or of the element alone."""
        clip = {}
        if selector is not None:
            clip['clip'] = dict(self.run(f'const box = document.querySelector({json.dumps(selector)})'
                                         '.getBoundingClientRect(); return {x: box.x + scrollX, '
                                         'y: box.y + scrollY, width: box.width, '
                                         'height: box.height};'), scale=1)
        return base64.b64decode(self.call('Page.captureScreenshot', **clip)['data'])

    def unnamed(self):
        """The parts that a user works with and a screen reader has no name for."""
        nodes = self.call('Accessibility.getFullAXTree')['nodes']
        return [node['role']['value'] for node in nodes
                if not node['ignored'] and node.get('role', {}).get('value') in WORKED_WITH
                and not node.get('name', {}).get('value')]

    def print_pdf(self, path):
        data = self.call('Page.printToPDF', printBackground=True, preferCSSPageSize=False,
                         paperWidth=8.5, paperHeight=11)['data']
        with open(path, 'wb') as file:
            file.write(base64.b64decode(data))

    def close(self):
        for descriptor in (self.to, self.come):
            try:
                os.close(descriptor)
            except OSError:
                pass
        super().close()


PREFERENCES = {
    'app.normandy.enabled': False,
    'app.update.enabled': False,
    'browser.aboutConfig.showWarning': False,
    'browser.shell.checkDefaultBrowser': False,
    'browser.startup.homepage_override.mstone': 'ignore',
    'datareporting.policy.dataSubmissionEnabled': False,
    'media.autoplay.default': 0,
    'network.captive-portal-service.enabled': False,
    'network.connectivity-service.enabled': False,
    'network.dns.disablePrefetch': True,
    'network.proxy.type': 1,
    'network.proxy.http': '127.0.0.1',
    'network.proxy.ssl': '127.0.0.1',
    'print.always_print_silent': True,
    'services.settings.server': 'data:,',
    'toolkit.telemetry.enabled': False,
}


class Firefox(Browser):
    """Over Marionette: each message is its length, a colon and JSON."""

    name = 'Firefox'

    def __init__(self, width=1440, height=1000, dark=False):
        super().__init__()
        with socket.socket() as free:
            free.bind(('127.0.0.1', 0))
            port = free.getsockname()[1]
        profile = os.path.join(self.folder, 'profile')
        os.mkdir(profile)
        with open(os.path.join(profile, 'user.js'), 'w', encoding='utf-8') as file:
            for name, value in {**PREFERENCES, 'marionette.port': port,
                                'network.proxy.http_port': self.proxy.port,
                                'network.proxy.ssl_port': self.proxy.port,
                                'layout.css.prefers-color-scheme.content-override':
                                    0 if dark else 1}.items():
                file.write(f'user_pref({json.dumps(name)}, {json.dumps(value)});\n')
        self.process = subprocess.Popen(
            ['firefox-esr', '--headless', '--marionette', '--no-remote', '--profile', profile,
             f'--width={width}', f'--height={height}', 'about:blank'],
            env=self.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        self.rest = b''
        self.number = 0
        self.socket = self.connect(port)
        self.read()
        self.call('WebDriver:NewSession', capabilities={'alwaysMatch': {}})
        self.call('WebDriver:SetTimeouts', script=120000, pageLoad=60000)
        self.call('WebDriver:SetWindowRect', width=width, height=height)

    def connect(self, port):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                return socket.create_connection(('127.0.0.1', port), 120)
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.1)
        raise Failed('Firefox does not begin')

    def read(self):
        """The next message."""
        while b':' not in self.rest:
            self.rest += self.more()
        size, self.rest = self.rest.split(b':', 1)
        while len(self.rest) < int(size):
            self.rest += self.more()
        message, self.rest = self.rest[:int(size)], self.rest[int(size):]
        return json.loads(message)

    def more(self):
        data = self.socket.recv(1 << 20)
        if not data:
            raise Failed('Firefox ended')
        return data

    def call(self, method, **values):
        self.number += 1
        text = json.dumps([0, self.number, method, values]).encode()
        self.socket.sendall(str(len(text)).encode() + b':' + text)
        while True:
            message = self.read()
            if message[0] == 1 and message[1] == self.number:
                if message[2] is not None:
                    raise Failed(f'{method}: {json.dumps(message[2])[:2000]}')
                result = message[3]
                return result['value'] if isinstance(result, dict) and set(result) == {'value'} \
                    else result

    def go(self, address):
        self.call('WebDriver:Navigate', url=address)

    def run(self, body):
        """Runs the body of an async function. Returns: what it returns."""
        result = self.call('WebDriver:ExecuteAsyncScript', script=self.bare(body), args=[])
        if result and 'error' in result:
            raise Failed(f'{self.name}: {result["error"]}')
        return (result or {}).get('value')

    @staticmethod
    def bare(body):
        return ('const done = arguments[arguments.length - 1];'
                '(async (page) => {' + body + '})(window.skyward).then((value) => done({ value }),'
                '(e) => done({ error: String(e) + e.stack }));')

    def press(self, key, code=None, virtual=0):
        names = {'Enter': '\ue007', 'Tab': '\ue004', 'ArrowRight': '\ue014', 'ArrowLeft': '\ue012'}
        value = names.get(key, key)
        self.call('WebDriver:PerformActions', actions=[
            {'type': 'key', 'id': 'keys', 'actions': [{'type': 'keyDown', 'value': value},
                                                      {'type': 'keyUp', 'value': value}]}])

    def tab(self):
        self.press('Tab')

    def find(self, selector):
        return [next(iter(one.values())) for one in
                self.call('WebDriver:FindElements', using='css selector', value=selector)]

    def screenshot(self, selector=None):
        """Returns: a PNG of what is seen, or of the element alone."""
        which = {'full': False} if selector is None else {'id': self.find(selector)[0]}
        return base64.b64decode(self.call('WebDriver:TakeScreenshot', **which))

    def unnamed(self):
        """The parts that a user works with and a screen reader has no name for."""
        found = []
        for one in self.find('button, a[href], select, [role], img[alt]:not([alt=""]), figure img'):
            if not self.call('WebDriver:IsElementDisplayed', id=one):
                continue
            role = self.call('WebDriver:GetComputedRole', id=one)
            if role in WORKED_WITH and not self.call('WebDriver:GetComputedLabel', id=one):
                found.append(role)
        return found

    def print_pdf(self, path):
        data = self.call('WebDriver:Print', background=True)
        with open(path, 'wb') as file:
            file.write(base64.b64decode(data))

    def close(self):
        try:
            self.socket.close()
        except (AttributeError, OSError):
            pass
        super().close()
