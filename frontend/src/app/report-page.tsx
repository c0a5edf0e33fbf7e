// The page of a report link: it asks for the birth date, then shows the measurements, or the saved
// report, as they are printed.
import { Button } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import type { Answer } from '~/domain/client';
import { OpenReport } from '~/features/report-links/open-report';
import { LanguageMenu } from '~/kernel/i18n/language-menu';
import { useText } from '~/kernel/i18n/i18n';
import { SentReport } from '~/features/report-links/sent-report';
import { OnWhole } from '~/kernel/measurement/sheets';
import { EmptyIcon, PrintIcon } from '~/ui/icons';
import { Logo } from '~/ui/logo';
import { StateMessage } from '~/ui/state-message';
import { kindIn } from './printed-kinds';
import { ReportContent } from './report-content';
import classes from './report-page.module.css';

function onOtherLink(changed: () => void) {
  window.addEventListener('hashchange', changed);
  return () => {
    window.removeEventListener('hashchange', changed);
  };
}

export default function ReportPage() {
  const token = useSyncExternalStore(onOtherLink, () => window.location.hash.slice(1));
  return <Report key={token} token={token} />;
}

function Report({ token }: { token: string }) {
  const t = useText();
  const [print, setPrint] = useState<Answer<'OpenReport'>>();
  const [whole, setWhole] = useState(false);
  const Sheets = print && kindIn(print)?.Sheets;
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <Logo variant="uno" />
        <span className={classes.tools}>
          {Sheets && (
            <Button
              leftSection={<PrintIcon size={16} stroke={1.6} aria-hidden />}
              loading={!whole}
              onClick={() => {
                window.print();
              }}
            >
              {t('print.action')}
            </Button>
          )}
          <LanguageMenu />
        </span>
      </header>
      <main>
        {!print && <OpenReport token={token} onOpened={setPrint} />}
        {print && !Sheets && (
          <StateMessage icon={EmptyIcon} title={t('report.nothing')} wholePage />
        )}
        {Sheets && (
          <OnWhole
            value={() => {
              setWhole(true);
            }}
          >
            {print.report ? (
              <SentReport report={print.report}>
                <ReportContent content={print} />
              </SentReport>
            ) : (
              <Sheets print={print} />
            )}
          </OnWhole>
        )}
      </main>
    </div>
  );
}
