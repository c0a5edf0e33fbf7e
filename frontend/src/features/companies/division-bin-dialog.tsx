// The deleted departments of a company that can still be restored.
import { BinDialog } from '~/kernel/resource/bin-dialog';
import { useRecordId } from '~/kernel/resource/use-dialog-route';
import { DIVISIONS, FIELDS, removeDivision } from './divisions';

export function Component() {
  const companyId = useRecordId() ?? 0;
  return (
    <BinDialog
      of={{
        root: DIVISIONS,
        fields: FIELDS,
        filter: { resource: 'division', companyId },
        remove: removeDivision,
        nameOf: ({ changes }) => changes.find(({ field }) => field === 'name')?.before ?? '',
      }}
    />
  );
}
