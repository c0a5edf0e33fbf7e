// Digits of other scripts as ASCII ones.

/** The code points of zero in other scripts: Arabic, Persian, Devanagari, Thai. */
const ZEROS = [0x660, 0x6f0, 0x966, 0xe50];

/** Replaces full-width characters and digits of other scripts by ASCII ones. */
export function withPlainDigits(text: string): string {
  return text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = ZEROS.find((start) => code >= start && code < start + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}
