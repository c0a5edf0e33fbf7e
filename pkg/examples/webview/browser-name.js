// Turns a user agent into names that its owner knows: "Chrome · Windows".

/** The first match counts, so browsers that are based on others come first. @type {[RegExp, string][]} */
const BROWSERS = [
  [/KAKAOTALK/, 'KakaoTalk'],
  [/NAVER\(/, 'NAVER'],
  [/Whale\//, 'Whale'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrom(e|ium)\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
/** @type {[RegExp, string][]} */
const SYSTEMS = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/**
 * @param {string} userAgent
 * @returns {string} The user agent itself if nothing matches.
 */
export function browserName(userAgent) {
  const names = [BROWSERS, SYSTEMS].flatMap((known) => known.find(([sign]) => sign.test(userAgent))?.[1] ?? []);
  return names.length > 0 ? names.join(' · ') : userAgent;
}
