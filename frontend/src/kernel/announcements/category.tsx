// The categories of announcements, for authors and readers.
import type { Answer } from '~/domain/client';
import { text, useText } from '~/kernel/i18n/i18n';
import { ToneBadge, type Tone } from '~/ui/tone-badge';

export type Category = Answer<'GetAnnouncement'>['category'];

export const CATEGORIES = ['NOTICE', 'SERVICE', 'EVENT', 'MAINTENANCE'] as const;

const TONES: Record<Category, Tone> = {
  NOTICE: 'info',
  SERVICE: 'good',
  EVENT: 'raised',
  MAINTENANCE: 'high',
};

export function CategoryBadge({ category }: { category: Category }) {
  const t = useText();
  return <ToneBadge tone={TONES[category]}>{t(`announcement.category.${category}`)}</ToneBadge>;
}

/** Returns the title of an announcement: its category in brackets, then its name. */
export function announcementTitle(category: Category, name: string): string {
  return text('announcement.title', { category: text(`announcement.category.${category}`), name });
}
