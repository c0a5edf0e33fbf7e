// Whether a board is shown as a popup, its period, and whether that includes today.
import { Text } from '@mantine/core';
import type { Answer } from '~/domain/client';
import { today } from '~/domain/time';
import { switchKind } from '~/kernel/field/flag-kind';
import type { Kind } from '~/kernel/field/kind';
import { NOTHING } from '~/kernel/field/nothing';
import { useText } from '~/kernel/i18n/i18n';
import { ToneBadge, type Tone } from '~/ui/tone-badge';
import classes from './popup-state.module.css';

type Popup = Pick<Answer<'ListAdminBoards'>['data'][number], 'isPopup' | 'popupFrom' | 'popupTo'>;

export type PopupState = 'none' | 'upcoming' | 'active' | 'ended';

const TONES: Record<PopupState, Tone> = {
  none: 'neutral',
  upcoming: 'info',
  active: 'good',
  ended: 'neutral',
};

/** ISO dates compare correctly as strings. */
export function popupState({ isPopup, popupFrom, popupTo }: Popup, day: string): PopupState {
  if (!isPopup || popupFrom === null || popupTo === null) return 'none';
  if (day < popupFrom) return 'upcoming';
  return day > popupTo ? 'ended' : 'active';
}

function PopupStateBadge({ popup }: { popup: Popup }) {
  const t = useText();
  const state = popupState(popup, today());
  if (state === 'none') return NOTHING;
  return (
    <span className={classes.state}>
      <ToneBadge tone={TONES[state]}>{t(`board.popupState.${state}`)}</ToneBadge>
      <Text
        span
        inherit
        data-numeric
        className={classes.days}
        {...(state === 'ended' && { c: 'dimmed' })}
      >
        {popup.popupFrom} {t('date.to')} {popup.popupTo}
      </Text>
    </span>
  );
}

/** Entered as a switch. Shown with the period, so it receives the whole record. */
export const popupKind: Kind = {
  ...switchKind,
  show: (popup) => <PopupStateBadge popup={popup as Popup} />,
};
