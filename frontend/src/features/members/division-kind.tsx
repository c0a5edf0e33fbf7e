// A division of a member's company, chosen with the names of those above it.
import { call, type Answer } from '~/domain/client';
import type { Kind } from '~/kernel/field/kind';
import { optionKind } from '~/kernel/field/option-kind';

type DivisionOption = Answer<'ListDivisionOptions'>[number];

function nameOf({ name, parentNames, companyName }: DivisionOption, withCompany: boolean): string {
  const names = [...parentNames, name].join(' › ');
  return withCompany ? `${names} (${companyName})` : names;
}

/** Those of the chosen company; all that the reader reaches where there is none. */
export const divisionKind: Kind = {
  ...optionKind((companyId) => ({
    queryKey: ['divisions', 'options', companyId],
    ask: async (signal) => {
      const query = { divisionIds: [], ...(companyId !== null && { companyId }) };
      const options = await call('ListDivisionOptions', { query }, signal);
      return options.map((option) => ({
        id: option.divisionId,
        name: nameOf(option, companyId === null),
      }));
    },
  })),
  toQuery: (values) => values.map(Number),
};
