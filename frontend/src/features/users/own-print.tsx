// The print of the member's own measurements, and temporary links for sharing them.
import { call } from '~/domain/client';
import { PrintView } from '~/kernel/measurement/print-view';
import { selectionIn, type PrintedKind } from '~/kernel/measurement/printed-kind';
import { ShareLinks } from './share-links';

interface OwnPrintProps {
  search: string;
  kind: PrintedKind | undefined;
}

export function OwnPrint({ search, kind }: OwnPrintProps) {
  const { ids } = selectionIn(search);
  return (
    <PrintView
      search={search}
      kind={kind}
      ask={(body, signal) => call('PrintOwnMeasurements', { body }, signal)}
      beside={kind && <ShareLinks kind={kind.word} ids={ids} />}
    />
  );
}
