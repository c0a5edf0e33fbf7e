// The page of a print: its title, a note on what is missing, the sheets as they will be printed,
// and a print button that is enabled once all sheets are rendered and their charts drawn.
import { Button, Skeleton, Text } from '@mantine/core';
import { useCallback, useState, type ReactNode } from 'react';
import { useText } from '~/kernel/i18n/i18n';
import { PrintIcon } from '~/ui/icons';
import { PageHeader } from '~/ui/page-header';
import { OnWhole } from './sheets';
import classes from './sheets.module.css';

interface PrintFrameProps {
  title: string;
  /** The number of printed measurements or reports. Undefined while loading. */
  found: number | undefined;
  /** A note about the print. */
  note?: string | undefined;
  /** Additional actions. */
  beside?: ReactNode;
  children: ReactNode;
}

export function PrintFrame({ title, found, note, beside, children }: PrintFrameProps) {
  const t = useText();
  const [whole, setWhole] = useState(false);
  const onWhole = useCallback(() => {
    setWhole(true);
  }, []);
  return (
    <>
      <div className={classes.above}>
        <PageHeader
          title={title}
          description={
            note !== undefined ? (
              <Text size="sm" role="status">
                {note}
              </Text>
            ) : undefined
          }
          actions={
            <Button
              leftSection={<PrintIcon size={16} stroke={1.6} aria-hidden />}
              disabled={!found || !whole}
              loading={Boolean(found) && !whole}
              onClick={() => {
                window.print();
              }}
            >
              {t('print.action')}
            </Button>
          }
        />
        {Boolean(found) && beside}
      </div>
      {found === undefined ? (
        <Skeleton height={480} />
      ) : (
        <OnWhole value={onWhole}>{children}</OnWhole>
      )}
    </>
  );
}
