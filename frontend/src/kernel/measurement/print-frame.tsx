// The page of a print: what it is called, what is missing, the sheets as they will lie on paper, and the button that prints
// them when all are drawn.
import { Button, Skeleton, Text } from '@mantine/core';
import { useCallback, useState, type ReactNode } from 'react';
import { useText } from '~/kernel/i18n/i18n';
import { PrintIcon } from '~/ui/icons';
import { PageHeader } from '~/ui/page-header';
import { OnWhole } from './sheets';
import classes from './sheets.module.css';

interface PrintFrameProps {
  title: string;
  /** How much is printed; undefined until it has come. */
  found: number | undefined;
  /** What is to be known before it is printed. */
  note?: string | undefined;
  /** What else may be done with it. */
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
