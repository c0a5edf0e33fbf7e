// The member's phone: signs a member in, reads a QR code and shows what it asks. That is either the sign-in of a
// browser, which the member approves or denies, or a measurement, which the member confirms as their own or not.
//
// The API is at this page's origin, or at the address of the query: ?api=https://console.example.com
import {
  authority,
  call,
  configure,
  init,
  isUnoError,
  onSessionChange,
  scannedQrCode,
  signIn,
  signOut,
  validate,
} from '../../index.js';
import { browserName } from './browser-name.js';
import { readPhoto, scan } from './scanner.js';
import { changeLanguage, text, timeText, writeTexts } from './texts.js';
import { tokenStore } from './token-store.js';

/** Error codes of the server. */
const NOT_FOUND = 10005;
const TOO_MANY_REQUESTS = 10011;
const FORBIDDEN = 11004;
const PASSWORD_MISMATCH = 11005;
const QR_CODE_INVALID = 11007;

/** The prefix of QR codes that ask whether a measurement is the member's. */
const OF_A_PERSON = 'person_';

/**
 * @typedef {import('./texts.js').TextKey} TextKey
 * @typedef {'starting' | 'failed' | 'signing-in' | 'scanning' | 'asking' | 'agreeing' | 'finished'} Screen
 * @typedef {'login-id' | 'password' | 'sign-in' | 'scan' | 'ask' | 'agree'} Place The place of an error on the page.
 */

/** The state that the page shows. */
const state = {
  screen: /** @type {Screen} */ ('starting'),
  errors: /** @type {Partial<Record<Place, TextKey>>} */ ({}),
  /** The reason why the page could not start, for developers. */
  reason: '',
  name: '',
  code: '',
  asked: /** @type {import('../../index.js').QrCodeRequest | undefined} */ (undefined),
  measured: /** @type {import('../../index.js').PersonCodeInquiry | undefined} */ (undefined),
  approved: false,
  busy: false,
};

/**
 * @template {Element} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
function part(id, kind) {
  const found = document.querySelector(`#${id}`);
  if (!(found instanceof kind)) throw new Error(`The page has no ${id}.`);
  return found;
}

/**
 * Writes a text only if it changes, so that screen readers read it once.
 *
 * @param {string} id
 * @param {string} words
 */
function write(id, words) {
  const element = part(id, HTMLElement);
  if (element.textContent !== words) element.textContent = words;
}

const video = part('video', HTMLVideoElement);
const loginId = part('login-id', HTMLInputElement);
const password = part('password', HTMLInputElement);
const photo = part('photo', HTMLInputElement);
const code = part('code', HTMLInputElement);

/** Renders the state. */
function render() {
  writeTexts();
  const { screen, errors, asked, measured, approved } = state;
  for (const section of document.querySelectorAll('section')) section.hidden = section.id !== screen;
  const signedIn = ['scanning', 'asking', 'agreeing', 'finished'].includes(screen);
  part('sign-out', HTMLButtonElement).hidden = !signedIn;
  write('member', signedIn ? state.name : 'UNO');
  write('failed-reason', state.reason);
  for (const [place, id] of /** @type {[Place, string][]} */ ([
    ['login-id', 'login-id-error'],
    ['password', 'password-error'],
    ['sign-in', 'sign-in-error'],
    ['scan', 'scan-message'],
    ['ask', 'ask-error'],
    ['agree', 'agree-error'],
  ])) {
    const error = errors[place];
    write(id, error === undefined ? '' : text(error));
  }
  loginId.setAttribute('aria-invalid', String(errors['login-id'] !== undefined));
  password.setAttribute('aria-invalid', String(errors.password !== undefined));
  if (asked) {
    write('ask-browser', browserName(asked.browser) || text('ask.unknownBrowser'));
    write('ask-address', asked.address);
    write('ask-time', timeText(asked.requestedAt));
  }
  if (measured) {
    write('agree-company', measured.companyName ?? '–');
    write('agree-kind', text(`kind.${measured.kind}`));
    write('agree-time', timeText(measured.measuredAt));
  }
  part('outcome', SVGElement).classList.toggle('declined', !approved);
  const outcome = measured ? (approved ? 'agreed' : 'refused') : approved ? 'confirmed' : 'declined';
  write('outcome-title', text(`finished.${outcome}.title`));
  write('outcome-text', text(`finished.${outcome}.text`));
  for (const button of document.querySelectorAll('main button')) {
    if (button instanceof HTMLButtonElement) button.disabled = state.busy;
  }
}

/**
 * Switches to a screen and sets its errors.
 *
 * @param {Screen} screen
 * @param {typeof state.errors} [errors]
 */
function show(screen, errors = {}) {
  const changes = state.screen !== screen;
  state.screen = screen;
  state.errors = errors;
  render();
  if (screen !== 'scanning') stopCamera();
  const title = document.querySelector(`#${screen} h1`);
  document.title = title ? `${title.textContent} · UNO` : 'UNO';
  if (changes && title instanceof HTMLElement) title.focus();
}

/**
 * Runs a task; the page accepts no other meanwhile.
 *
 * @param {() => Promise<void>} work
 */
async function busily(work) {
  if (state.busy) return;
  state.busy = true;
  render();
  try {
    await work();
  } finally {
    state.busy = false;
    render();
  }
}

/**
 * Returns the error text for the member.
 *
 * @param {unknown} error
 * @returns {TextKey}
 */
function problem(error) {
  if (!isUnoError(error)) return 'error.other';
  if (error.status === 0) return 'error.offline';
  if (error.code === QR_CODE_INVALID || error.code === NOT_FOUND) return 'scan.ended';
  if (error.code === FORBIDDEN) return 'signIn.staff';
  return error.code === TOO_MANY_REQUESTS ? 'signIn.paused' : 'error.other';
}

// Signing in.

async function submitSignIn() {
  const form = { loginId: loginId.value.trim(), password: password.value };
  /** @type {typeof state.errors} */
  const missing = {};
  for (const { path } of validate('SignInForm', form)) {
    if (path === 'loginId') missing['login-id'] = 'signIn.required.loginId';
    if (path === 'password') missing.password = 'signIn.required.password';
  }
  if (missing['login-id'] ?? missing.password) {
    show('signing-in', missing);
    (missing['login-id'] ? loginId : password).focus();
    return;
  }
  try {
    await signIn(form.loginId, form.password);
    password.value = '';
    // The listener for session changes shows the next screen.
  } catch (error) {
    const mismatch = isUnoError(error) && error.code === PASSWORD_MISMATCH;
    const other = problem(error) === 'error.other' ? 'signIn.failed' : problem(error);
    show('signing-in', mismatch ? { password: 'signIn.mismatch' } : { 'sign-in': other });
    password.focus();
  }
}

/** Handles a sign-in, a sign-out, here or in another tab, or the end of the session. */
async function enter() {
  const who = authority();
  if (who === 'MEMBER') {
    show('scanning');
    const profile = await call('GetOwnProfile').catch(() => undefined);
    state.name = profile?.name ?? '';
    render();
  } else if (who === 'ANONYMOUS') {
    show('signing-in', state.screen === 'signing-in' ? state.errors : {});
  } else {
    show('signing-in', { 'sign-in': 'signIn.staff' });
    await signOut();
  }
}

// Scanning a code.

/** @type {(() => void) | undefined} */
let stopScanning;
/** Whether the member has turned the camera on in this visit. */
let cameraWanted = false;

function stopCamera() {
  stopScanning?.();
  stopScanning = undefined;
  part('camera', HTMLElement).classList.remove('running');
  part('start-camera', HTMLButtonElement).hidden = false;
}

async function startCamera() {
  stopCamera();
  let seen = '';
  try {
    const stop = await scan(video, (found) => {
      // The same code stays in view of the camera for a while.
      if (found === seen) return;
      seen = found;
      void take(found);
    });
    cameraWanted = true;
    if (state.screen !== 'scanning') {
      stop();
      return;
    }
    stopScanning = stop;
    part('camera', HTMLElement).classList.add('running');
    part('start-camera', HTMLButtonElement).hidden = true;
  } catch (error) {
    const refused = error instanceof DOMException && error.name === 'NotAllowedError';
    cameraWanted = false;
    show('scanning', { scan: refused ? 'scan.refused' : 'scan.noCamera' });
  }
}

/**
 * Handles a scanned text: asks the server which browser shows this code, or which measurement it is about.
 *
 * @param {string} found
 */
async function take(found) {
  const read = scannedQrCode(found);
  if (read === undefined) {
    show('scanning', { scan: 'scan.otherCode' });
    return;
  }
  await busily(async () => {
    try {
      const body = { qrCode: read };
      const isOfPerson = read.startsWith(OF_A_PERSON);
      state.measured = isOfPerson ? await call('InspectPersonCode', { body }) : undefined;
      state.asked = isOfPerson ? undefined : await call('InspectQrCode', { body });
      state.code = read;
      code.value = '';
      show(isOfPerson ? 'agreeing' : 'asking');
    } catch (error) {
      if (authority() === 'MEMBER') show('scanning', { scan: problem(error) });
    }
  });
}

async function takePhoto() {
  const file = photo.files?.[0];
  photo.value = '';
  if (!file) return;
  const found = await readPhoto(file).catch(() => undefined);
  if (found === undefined) show('scanning', { scan: 'scan.noCode' });
  else await take(found);
}

// Answering.

/** @param {boolean} approved */
function answer(approved) {
  return busily(async () => {
    try {
      const body = { qrCode: state.code, approved };
      if (state.measured) await call('AnswerPersonCode', { body });
      else await call('ConfirmQrCode', { body });
      state.approved = approved;
      show('finished');
    } catch (error) {
      const key = problem(error);
      if (authority() !== 'MEMBER') return;
      if (key === 'scan.ended') show('scanning', { scan: key });
      else if (state.measured) show('agreeing', { agree: key });
      else show('asking', { ask: key });
    }
  });
}

// Startup.

async function start() {
  show('starting');
  try {
    await init();
  } catch (error) {
    state.reason = error instanceof Error ? error.message : String(error);
    show('failed');
    return;
  }
  configure({ baseUrl: new URLSearchParams(location.search).get('api') ?? '', store: tokenStore });
  onSessionChange(() => void enter());
  await enter();
}

/**
 * @param {string} id
 * @param {'click' | 'submit' | 'change'} event
 * @param {() => unknown} react
 */
function on(id, event, react) {
  part(id, HTMLElement).addEventListener(event, (happened) => {
    happened.preventDefault();
    react();
  });
}

on('start-again', 'click', start);
on('language', 'click', () => {
  changeLanguage();
  render();
});
on('sign-out', 'click', () => signOut());
on('sign-in', 'submit', () => busily(submitSignIn));
on('start-camera', 'click', startCamera);
on('photo', 'change', takePhoto);
on('paste', 'submit', () => take(code.value));
on('confirm', 'click', () => answer(true));
on('decline', 'click', () => answer(false));
on('agree', 'click', () => answer(true));
on('refuse', 'click', () => answer(false));
on('scan-again', 'click', () => {
  show('scanning');
  if (cameraWanted) void startCamera();
});
// The camera is off while the page is hidden.
document.addEventListener('visibilitychange', () => {
  if (document.hidden) stopCamera();
});
await start();
