import { expect, it } from 'vitest';
import { scoreBands } from './score-bands';

it('bounds the eight grades as the rules of the shared core do', () => {
  const bands = scoreBands([{ ruleVersion: 1 }]);
  expect(bands.map(({ to }) => to)).toEqual([10, 20, 35, 45, 55, 67.5, 82.5, undefined]);
  expect(bands.map(({ from }) => from)).toEqual([undefined, 10, 20, 35, 45, 55, 67.5, 82.5]);
  expect(bands.at(0)?.label).toBe('매우건강');
  expect(bands.at(-1)).toMatchObject({ label: '위험', tone: 'serious' });
});

it('draws none for what was graded by bounds of the installation', () => {
  expect(scoreBands([{ ruleVersion: 1 }, { ruleVersion: 2 }])).toEqual([]);
});

it('bounds lethargy by its own grades', () => {
  const bands = scoreBands([{ ruleVersion: 1 }], 'lethargy');
  expect(bands.map(({ to }) => to)).toEqual([20, 40, 70, undefined]);
  expect(bands.map(({ label }) => label)).toEqual(['매우무기력', '무기력', '보통', '긴장']);
});
