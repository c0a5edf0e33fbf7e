// The answers, chosen item by item with the mouse or arrow keys. Items can be entered as not
// answered.
import { Button, Group, Input, Text } from '@mantine/core';
import { useId } from 'react';
import type { InputProps } from '~/kernel/field/kind';
import { useText } from '~/kernel/i18n/i18n';
import { answersOf, sumOf } from './answers-kind';
import classes from './answers.module.css';
import { ANSWERS, instrumentOf, ITEMS, NOT_ANSWERED } from './instruments';

export default function AnswersInput({ label, value, onChange, error, marks, values }: InputProps) {
  const t = useText();
  const id = useId();
  const instrument = instrumentOf(values?.instrument);
  const items = (instrument && ITEMS[instrument]) ?? 0;
  const answers = answersOf(value);
  const sum = answers.length === items ? sumOf(answers) : undefined;
  const answered = answers.filter((points) => points !== NOT_ANSWERED).length;
  const choose = (at: number, points: number) => {
    const all = Array.from({ length: items }, (_, index) => answers[index] ?? NOT_ANSWERED);
    onChange(all.map((known, index) => (index === at ? points : known)));
  };
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id }} error={error}>
      <table className={classes.table} aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{t('dementia.item')}</th>
            {ANSWERS.map((key) => (
              <th key={key} scope="col">
                {t(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: items }, (_, at) => (
            <tr key={at}>
              <th scope="row">{t('dementia.itemNumber', { number: at + 1 })}</th>
              {ANSWERS.map((key, points) => (
                <td key={key}>
                  <label>
                    <input
                      type="radio"
                      name={`${id}-${String(at)}`}
                      aria-label={`${t('dementia.itemNumber', { number: at + 1 })} ${t(key)}`}
                      checked={answers[at] === points}
                      onChange={() => {
                        choose(at, points);
                      }}
                      {...(at === 0 && points === 0 && marks)}
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Group justify="space-between" mt={6}>
        <Text size="sm" fw={550} aria-live="polite">
          {sum === undefined
            ? t('dementia.answeredOf', { answered, items })
            : t('dementia.sum', { sum })}
        </Text>
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={answers.length === 0}
          onClick={() => {
            onChange([]);
          }}
        >
          {t('dementia.clearAnswers')}
        </Button>
      </Group>
    </Input.Wrapper>
  );
}
