// The user's alert settings: the kinds of alerts, and the minimum concern for each indicator.
import {
  Button,
  Checkbox,
  Group,
  Modal,
  SegmentedControl,
  Skeleton,
  Stack,
  Text,
} from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { useId, useState } from 'react';
import { QueryError } from '~/kernel/errors/query-error';
import { SCALES } from '~/kernel/grade/grade-scales';
import { text, textIfKnown, useText } from '~/kernel/i18n/i18n';
import { toast } from '~/kernel/toast/toast';
import { useLayer } from '~/ui/layers';
import classes from './alert-settings-dialog.module.css';
import {
  indicatorName,
  kindName,
  useAlertSettings,
  useSaveAlertSettings,
  type Alert,
  type AlertSettings,
  type Indicator,
} from './alerts';

const KINDS: readonly Alert['kind'][] = [
  'URGENT_VALUE',
  'DANGEROUS_GRADE',
  'JOB_DONE',
  'JOB_FAILED',
  'TERMS_SOON',
];
const LEVELS = ['DANGER', 'ATTENTION', 'NONE'] as const;
type Level = (typeof LEVELS)[number];
const INDICATORS = Object.keys(SCALES) as Indicator[];
/** Their scales have no danger level, so it is not offered. */
const WITHOUT_DANGER: readonly Indicator[] = ['BODY_FAT', 'HEART_RATE'];

export default function AlertSettingsDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const settings = useAlertSettings();
  useLayer(true, onClose);
  return (
    <Modal
      opened
      centered
      size="lg"
      onClose={onClose}
      title={t('alerts.settings')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {settings.isPending && <Skeleton height={240} />}
      {settings.isError && (
        <QueryError error={settings.error} retry={() => void settings.refetch()} />
      )}
      {settings.data && <SettingsForm before={settings.data} onClose={onClose} />}
    </Modal>
  );
}

function SettingsForm({ before, onClose }: { before: AlertSettings; onClose: () => void }) {
  const t = useText();
  const id = useId();
  const [settings, setSettings] = useState(before);
  const save = useSaveAlertSettings(() => {
    toast('success', text('alerts.saved'));
    onClose();
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(settings);
      }}
    >
      <Stack gap="lg">
        <Checkbox.Group
          label={t('alerts.about')}
          value={settings.kinds}
          onChange={(kinds) => {
            setSettings({ ...settings, kinds: KINDS.filter((kind) => kinds.includes(kind)) });
          }}
        >
          <Stack gap="xs" mt="xs">
            {KINDS.map((kind) => (
              <Checkbox key={kind} value={kind} label={kindName(kind)} />
            ))}
          </Stack>
        </Checkbox.Group>
        <div role="group" aria-labelledby={id}>
          <Text id={id} fw={550}>
            {t('alerts.thresholds')}
          </Text>
          <Text size="sm" c="dimmed" mb="xs">
            {t('alerts.thresholdsHint')}
          </Text>
          <div className={classes.rows}>
            {INDICATORS.map((indicator) => (
              <div key={indicator} className={classes.row}>
                <Text>{indicatorName(indicator)}</Text>
                <SegmentedControl
                  size="xs"
                  aria-label={indicatorName(indicator)}
                  disabled={!settings.kinds.includes('DANGEROUS_GRADE')}
                  data={levelsOf(indicator).map((level) => ({
                    value: level,
                    label: levelName(level),
                  }))}
                  value={levelOf(settings, indicator)}
                  onChange={(level) => {
                    setSettings(withLevel(settings, indicator, level));
                  }}
                />
              </div>
            ))}
          </div>
        </div>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('action.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function levelName(level: Level): string {
  return textIfKnown(`alerts.level.${level}`) ?? level;
}

function levelsOf(indicator: Indicator): readonly Level[] {
  return LEVELS.filter((level) => level !== 'DANGER' || !WITHOUT_DANGER.includes(indicator));
}

export function levelOf(settings: AlertSettings, indicator: Indicator): Level {
  if (settings.fromAttention.includes(indicator)) return 'ATTENTION';
  const hasDanger = levelsOf(indicator).includes('DANGER');
  return hasDanger && settings.fromDanger.includes(indicator) ? 'DANGER' : 'NONE';
}

export function withLevel(
  settings: AlertSettings,
  indicator: Indicator,
  level: Level,
): AlertSettings {
  const without = (list: readonly Indicator[]) => list.filter((one) => one !== indicator);
  const { fromDanger, fromAttention } = settings;
  return {
    ...settings,
    fromDanger: level === 'DANGER' ? [...without(fromDanger), indicator] : without(fromDanger),
    fromAttention:
      level === 'ATTENTION' ? [...without(fromAttention), indicator] : without(fromAttention),
  };
}
