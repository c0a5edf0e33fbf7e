// The screen of the apps that companies give their members.
import { ResourceList } from '~/kernel/resource/resource-list';
import { companyApps } from './company-app-resource';

export function Component() {
  return <ResourceList resource={companyApps} />;
}
