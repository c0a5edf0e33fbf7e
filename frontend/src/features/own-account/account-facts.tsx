// What the caller is: name, role, company, group and services.
import { NOTHING } from '~/kernel/field/nothing';
import { formatList } from '~/kernel/i18n/format';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';
import { groupName, nameOf, useAllowedServices, type Me } from '~/kernel/session/account';
import { FactList } from './fact-list';

export function AccountFacts({ me }: { me: Me }) {
  const t = useText();
  const services = useAllowedServices();
  const facts = [
    [t('account.name'), nameOf(me)],
    [t('account.loginId'), me.loginId],
    [t('account.role'), textIfKnown(`role.${me.role}`) ?? me.role],
    [t('account.company'), me.companyName ?? NOTHING],
    [t('account.group'), groupName(me)],
    [
      t('account.services'),
      services.length === 0 ? NOTHING : formatList(services.map((service) => service.name)),
    ],
  ] as const;
  return <FactList facts={facts} />;
}
