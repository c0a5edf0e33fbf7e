// Korean particles depend on the preceding sound: 홍길동을, 김하나를. Catalogues contain both forms, as is
// usual for unknown words (`{name}을(를)`), and this module chooses the right one for the inserted
// value.
const PARTICLES: Record<string, readonly [afterConsonant: string, afterVowel: string]> = {
  '을(를)': ['을', '를'],
  '이(가)': ['이', '가'],
  '은(는)': ['은', '는'],
  '과(와)': ['과', '와'],
  '(으)로': ['으로', '로'],
};
const IN_TEXT = /([을이은]\([를가는]\)|과\(와\)|\(으\)로)/;

type Ending = 'vowel' | 'consonant' | 'rieul';

const FIRST_SYLLABLE = 0xac00;
const LAST_SYLLABLE = 0xd7a3;
const FINALS = 28;
const RIEUL = 8;
/** The final sounds of the digits: 영 일 이 삼 사 오 육 칠 팔 구. */
const DIGITS: readonly Ending[] = [
  'consonant',
  'rieul',
  'vowel',
  'consonant',
  'vowel',
  'vowel',
  'consonant',
  'rieul',
  'rieul',
  'vowel',
];

export function withParticles(text: string): string {
  const parts = text.split(IN_TEXT);
  return parts
    .map((part, at) => {
      const forms = at % 2 === 1 ? PARTICLES[part] : undefined;
      if (!forms) return part;
      const ending = endingOf(parts[at - 1] ?? '');
      // No vowel is inserted before (으)로 after ㄹ: 서울로.
      const closed = ending === 'consonant' || (ending === 'rieul' && part !== '(으)로');
      return forms[closed ? 0 : 1];
    })
    .join('');
}

/**
 * Returns the final sound of the last word. Characters without a sound, such as brackets, are
 * skipped.
 */
function endingOf(text: string): Ending {
  const word = /[\p{L}\p{N}]+(?=[^\p{L}\p{N}]*$)/u.exec(text.normalize('NFC'))?.[0] ?? '';
  const last = word.at(-1) ?? '';
  const code = last.charCodeAt(0);
  if (code >= FIRST_SYLLABLE && code <= LAST_SYLLABLE) {
    const final = (code - FIRST_SYLLABLE) % FINALS;
    return final === 0 ? 'vowel' : final === RIEUL ? 'rieul' : 'consonant';
  }
  if (/\d/.test(last)) return DIGITS[Number(last)] ?? 'vowel';
  return latinEnding(word);
}

/**
 * Follows the usual Korean pronunciation of Latin words: 센터를, 클리닉을, 헬스를, 웰을. Capitals are read as
 * single letters: SL을, UN을.
 */
function latinEnding(word: string): Ending {
  if (/[A-Z]$/.test(word))
    return /[LR]$/.test(word) ? 'rieul' : /[MN]$/.test(word) ? 'consonant' : 'vowel';
  if (/(l|[bcdfgkpst]le)$/i.test(word)) return 'rieul';
  return /(m|n|ng|[aeiouy][bckpt])$/i.test(word) ? 'consonant' : 'vowel';
}
