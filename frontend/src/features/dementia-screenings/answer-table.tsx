// The answers, item by item. The items' wording belongs to the publisher and is not shown.
import { NOTHING } from '~/kernel/field/nothing';
import { useText } from '~/kernel/i18n/i18n';
import classes from './points.module.css';
import { ANSWERS } from './instruments';

export function AnswerTable({ answers }: { answers: readonly number[] }) {
  const t = useText();
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('dementia.item')}</th>
          <th scope="col">{t('dementia.selected')}</th>
          <td>{t('dementia.points')}</td>
        </tr>
      </thead>
      <tbody>
        {answers.map((points, at) => {
          const selected = ANSWERS[points];
          return (
            // Items are identified by position.
            <tr key={at}>
              <th scope="row">{t('dementia.itemNumber', { number: at + 1 })}</th>
              <td>{selected === undefined ? t('dementia.notAnswered') : t(selected)}</td>
              <td>{selected === undefined ? NOTHING : points}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
