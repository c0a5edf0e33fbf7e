// The second tab of the form: the announcement as its readers will see it.
import { announcementTitle, CATEGORIES } from '~/kernel/announcements/category';
import { useText } from '~/kernel/i18n/i18n';
import type { FormValues } from '~/kernel/resource/definition';
import { ReaderView } from './reader-view';

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

export function BoardPreview({ values }: { values: FormValues }) {
  const t = useText();
  const category = CATEGORIES.find((word) => word === values.category);
  const name = textOf(values.name) || t('board.untitled');
  return (
    <ReaderView
      title={category === undefined ? name : announcementTitle(category, name)}
      subName={textOf(values.subName)}
      content={textOf(values.content)}
    />
  );
}
