// The refraction of both eyes, side by side.
import { useText, type MessageKey } from '~/kernel/i18n/i18n';
import { valueOf } from '~/kernel/resource/definition';
import classes from './eyes-table.module.css';
import { REFRACTION, type VisionMeasurement } from './vision-fields';

const LINES: readonly MessageKey[] = [
  'vision.sphere',
  'vision.cylinder',
  'vision.axis',
  'vision.addition',
  'vision.sphericalEquivalent',
  'vision.j0',
  'vision.j45',
  'vision.myopia',
];

export function RefractionTable({ record }: { record: VisionMeasurement }) {
  const t = useText();
  return (
    <table className={classes.table}>
      <caption>{t('vision.refraction')}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{t('vision.right')}</th>
          <th scope="col">{t('vision.left')}</th>
        </tr>
      </thead>
      <tbody>
        {REFRACTION.map((eyes, line) => (
          <tr key={eyes[0].name}>
            <th scope="row">{t(LINES[line] ?? eyes[0].label)}</th>
            {eyes.map((field) => (
              <td key={field.name}>{field.kind.show(valueOf(field, record))}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
