// A department of a member's company, shown with its ancestors.
import { call, type Answer } from '~/domain/client';
import type { Kind } from '~/kernel/field/kind';
import { optionKind } from '~/kernel/field/option-kind';

type DivisionOption = Answer<'ListDivisionOptions'>[number];

function nameOf({ name, parentNames, companyName }: DivisionOption, withCompany: boolean): string {
  const names = [...parentNames, name].join(' › ');
  return withCompany ? `${names} (${companyName})` : names;
}

/** The departments of the chosen company or, without one, all that the user may access. */
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
