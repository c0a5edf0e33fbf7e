// The screen of the apps that companies provide to their members.
import { ResourceList } from '~/kernel/resource/resource-list';
import { companyApps } from './company-app-resource';

export function Component() {
  return <ResourceList resource={companyApps} />;
}
