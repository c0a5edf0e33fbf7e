// The preview tab of the form: the announcement as readers will see it.
import type { Body } from '~/domain/client';
import { announcementTitle, CATEGORIES } from '~/kernel/announcements/category';
import { useText } from '~/kernel/i18n/i18n';
import type { Entered } from '~/kernel/resource/resource';
import { ReaderView } from './reader-view';

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

export function BoardPreview({ values }: { values: Entered<Body<'CreateAdminBoard'>> }) {
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
