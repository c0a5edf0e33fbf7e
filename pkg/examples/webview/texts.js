// The texts of the page in Korean and English.

const KOREAN = {
  'language.other': 'English',
  signOut: '로그아웃',
  'failed.title': '시작하지 못했습니다',
  'failed.again': '다시 시도',
  'signIn.title': '회원 로그인',
  'signIn.lead': 'QR 로그인을 승인하려면 먼저 로그인해 주세요.',
  'signIn.loginId': '아이디',
  'signIn.password': '비밀번호',
  'signIn.submit': '로그인',
  'signIn.required.loginId': '아이디를 입력해주세요.',
  'signIn.required.password': '비밀번호를 입력해주세요.',
  'signIn.mismatch': '비밀번호가 일치하지 않습니다.',
  'signIn.paused': '시도가 너무 많았습니다. 잠시 후 다시 시도해 주세요.',
  'signIn.failed': '로그인에 실패했습니다. 나중에 다시 시도해주세요.',
  'signIn.staff': '회원 계정으로만 사용할 수 있습니다.',
  'scan.title': 'QR 로그인',
  'scan.lead': 'PC 화면에 보이는 QR 코드를 스캔해 주세요.',
  'scan.camera': '카메라 화면',
  'scan.start': '카메라 켜기',
  'scan.photo': '사진에서 읽기',
  'scan.paste': '코드 직접 입력',
  'scan.code': '코드',
  'scan.submit': '확인',
  'scan.noCamera': '카메라를 사용할 수 없습니다. 사진에서 읽거나 코드를 직접 입력해 주세요.',
  'scan.refused': '카메라 사용이 허용되지 않았습니다. 설정에서 카메라 권한을 허용해 주세요.',
  'scan.noCode': '사진에서 QR 코드를 찾지 못했습니다.',
  'scan.otherCode': 'UNO 로그인용 QR 코드가 아닙니다.',
  'scan.ended': '만료되었거나 이미 사용된 코드입니다. 화면의 새 코드를 스캔해 주세요.',
  'ask.title': '이 브라우저에서 로그인할까요?',
  'ask.lead': '승인하면 아래 브라우저가 내 계정으로 로그인됩니다.',
  'ask.browser': '브라우저',
  'ask.address': 'IP 주소',
  'ask.time': '요청 시각',
  'ask.warning': '직접 요청하지 않았다면 거절해 주세요. 다른 사람이 보낸 QR 코드는 승인하지 마세요.',
  'ask.confirm': '로그인 승인',
  'ask.decline': '거절',
  'ask.unknownBrowser': '알 수 없는 브라우저',
  'agree.title': '본인의 측정인가요?',
  'agree.lead': '동의하면 아래 측정이 나의 기록이 됩니다.',
  'agree.company': '측정한 곳',
  'agree.kind': '측정 종류',
  'agree.time': '측정 일시',
  'agree.warning': '직접 측정하지 않았다면 거절해 주세요.',
  'agree.agree': '동의',
  'agree.refuse': '거절',
  'kind.PHYSICAL': '신체',
  'kind.STRESS': '스트레스',
  'kind.VISION': '시력',
  'kind.HEART_RATE': '심박',
  'kind.DEMENTIA': '치매 선별검사',
  'kind.PSYCHOLOGICAL': '심리검사',
  'finished.agreed.title': '동의했습니다',
  'finished.agreed.text': '담당자의 화면에서 측정이 나의 기록으로 연결됩니다.',
  'finished.refused.title': '거절했습니다',
  'finished.refused.text': '이 측정은 나의 기록이 되지 않습니다.',
  'finished.confirmed.title': '로그인을 승인했습니다',
  'finished.confirmed.text': 'PC 화면에서 계속해 주세요.',
  'finished.declined.title': '로그인을 거절했습니다',
  'finished.declined.text': '해당 브라우저는 로그인되지 않습니다.',
  'finished.again': '다른 코드 스캔',
  'error.offline': '서버에 연결할 수 없습니다. 인터넷 연결을 확인해 주세요.',
  'error.other': '문제가 발생했습니다. 잠시 후 다시 시도해 주세요.',
};

/** @typedef {keyof typeof KOREAN} TextKey */

/** @type {Record<TextKey, string>} */
const ENGLISH = {
  'language.other': '한국어',
  signOut: 'Sign out',
  'failed.title': 'Could not start',
  'failed.again': 'Try again',
  'signIn.title': 'Member sign-in',
  'signIn.lead': 'Sign in first to approve a QR sign-in.',
  'signIn.loginId': 'ID',
  'signIn.password': 'Password',
  'signIn.submit': 'Sign in',
  'signIn.required.loginId': 'Please enter your ID.',
  'signIn.required.password': 'Please enter your password.',
  'signIn.mismatch': 'Passwords do not match.',
  'signIn.paused': 'Too many attempts. Please try again in a while.',
  'signIn.failed': 'Login failed. Please try again later.',
  'signIn.staff': 'Only member accounts can be used here.',
  'scan.title': 'QR sign-in',
  'scan.lead': 'Scan the QR code shown on your computer.',
  'scan.camera': 'Camera view',
  'scan.start': 'Turn on camera',
  'scan.photo': 'Read from a photo',
  'scan.paste': 'Enter the code',
  'scan.code': 'Code',
  'scan.submit': 'Continue',
  'scan.noCamera': 'No camera is available. Read a photo or enter the code instead.',
  'scan.refused': 'Access to the camera was denied. Allow it in your settings.',
  'scan.noCode': 'No QR code was found in the photo.',
  'scan.otherCode': 'This is not a QR code for signing in to UNO.',
  'scan.ended': 'This code has expired or was already used. Scan the new one on the screen.',
  'ask.title': 'Sign in on this browser?',
  'ask.lead': 'If you approve, the browser below is signed in to your account.',
  'ask.browser': 'Browser',
  'ask.address': 'IP address',
  'ask.time': 'Requested',
  'ask.warning': 'Decline if this was not you. Never approve a QR code that somebody sent you.',
  'ask.confirm': 'Approve sign-in',
  'ask.decline': 'Decline',
  'ask.unknownBrowser': 'Unknown browser',
  'agree.title': 'Is this your measurement?',
  'agree.lead': 'If you agree, the measurement below becomes one of your records.',
  'agree.company': 'Measured at',
  'agree.kind': 'Kind',
  'agree.time': 'Time',
  'agree.warning': 'Decline if it was not you who was measured.',
  'agree.agree': 'Agree',
  'agree.refuse': 'Decline',
  'kind.PHYSICAL': 'Body',
  'kind.STRESS': 'Stress',
  'kind.VISION': 'Vision',
  'kind.HEART_RATE': 'Heart rate',
  'kind.DEMENTIA': 'Screening for dementia',
  'kind.PSYCHOLOGICAL': 'Psychological test',
  'finished.agreed.title': 'You agreed',
  'finished.agreed.text': 'The measurement becomes one of your records on the screen of the staff.',
  'finished.refused.title': 'You declined',
  'finished.refused.text': 'The measurement does not become one of your records.',
  'finished.confirmed.title': 'Sign-in approved',
  'finished.confirmed.text': 'Continue on your computer.',
  'finished.declined.title': 'Sign-in declined',
  'finished.declined.text': 'That browser will not be signed in.',
  'finished.again': 'Scan another code',
  'error.offline': 'The server cannot be reached. Check your internet connection.',
  'error.other': 'Something went wrong. Please try again in a while.',
};

const KEPT = 'uno-webview-language';

/** The language that was chosen earlier, or that of the device. */
let language = (localStorage.getItem(KEPT) ?? navigator.language).startsWith('ko') ? 'ko' : 'en';

/** Switches to the other language; call `writeTexts` afterwards. */
export function changeLanguage() {
  language = language === 'ko' ? 'en' : 'ko';
  localStorage.setItem(KEPT, language);
}

/**
 * Formats a timestamp of the server in the current language.
 *
 * @param {string} time
 */
export function timeText(time) {
  return new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'medium' }).format(new Date(time));
}

/** @param {TextKey} key */
export function text(key) {
  return (language === 'ko' ? KOREAN : ENGLISH)[key];
}

/** Writes the texts into the elements that name them. */
export function writeTexts() {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll('[data-text]')) {
    const words = text(/** @type {TextKey} */ (element.getAttribute('data-text')));
    if (element.textContent !== words) element.textContent = words;
  }
  for (const element of document.querySelectorAll('[data-label]')) {
    element.setAttribute('aria-label', text(/** @type {TextKey} */ (element.getAttribute('data-label'))));
  }
}
