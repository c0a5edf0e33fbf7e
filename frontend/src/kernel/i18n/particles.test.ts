import { expect, it } from 'vitest';
import { activateLanguage, text } from './i18n';
import { withParticles } from './particles';

it.each([
  ['김하나을(를) 삭제', '김하나를 삭제'],
  ['홍길동을(를) 삭제', '홍길동을 삭제'],
  ['한빛 헬스케어 2을(를)', '한빛 헬스케어 2를'],
  ['센터 3을(를)', '센터 3을'],
  ['U0001987을(를)', 'U0001987을'],
  ['U0001984이(가)', 'U0001984가'],
  ['홍길동이(가)', '홍길동이'],
  ['김하나은(는)', '김하나는'],
  ['홍길동과(와)', '홍길동과'],
  ['부산(으)로', '부산으로'],
  ['서울(으)로', '서울로'],
  ['제주(으)로', '제주로'],
  ['1(으)로', '1로'],
  ['3(으)로', '3으로'],
  ['‘한빛(주)’을(를)', '‘한빛(주)’를'],
  ['(주)한빛을(를)', '(주)한빛을'],
  ['UNO을(를)', 'UNO를'],
  ['SDM을(를)', 'SDM을'],
  ['Wellness Center을(를)', 'Wellness Center를'],
  ['Clinic을(를)', 'Clinic을'],
  ['Seoul(으)로', 'Seoul로'],
  ['Kim을(를)', 'Kim을'],
  ['Health을(를)', 'Health를'],
  ['Apple(으)로', 'Apple로'],
  ['\u2068홍길동\u2069을(를)', '\u2068홍길동\u2069을'],
  ['홍길동'.normalize('NFD') + '을(를)', '홍길동'.normalize('NFD') + '을'],
  ['김을 김가(은) (를)', '김을 김가(은) (를)'],
  ['을(를)', '를'],
])('%s is said %s', (written, said) => {
  expect(withParticles(written)).toBe(said);
});

it('is what texts with names come out as, in Korean alone', async () => {
  expect(text('remove.question', { name: '홍길동' })).toContain('‘홍길동’을 삭제');
  expect(text('remove.question', { name: '김하나' })).toContain('‘김하나’를 삭제');
  await activateLanguage('en');
  expect(text('remove.question', { name: '은(는)' })).toContain('은(는)');
});
