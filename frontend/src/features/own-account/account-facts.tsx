// The facts of the user's account: name, role, company, group and services.
import { NOTHING } from '~/kernel/field/nothing';
import { formatList } from '~/kernel/i18n/format';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';
import { groupName, nameOf, useAllowedServices, type Me } from '~/kernel/session/account';
import { FactList } from './fact-list';

interface AccountFactsProps {
  me: Me;
  /** Whether the name is already shown next to them. */
  isNamed?: boolean;
}

export function AccountFacts({ me, isNamed = false }: AccountFactsProps) {
  const t = useText();
  const services = useAllowedServices();
  const facts = [
    [t('account.loginId'), me.loginId],
    [t('account.role'), textIfKnown(`role.${me.role}`) ?? me.role],
    [t('account.company'), me.companyName ?? NOTHING],
    [t('account.group'), groupName(me)],
    [
      t('account.services'),
      services.length === 0 ? NOTHING : formatList(services.map((service) => service.name)),
    ],
  ] as const;
  return <FactList facts={isNamed ? facts : [[t('account.name'), nameOf(me)], ...facts]} />;
}
