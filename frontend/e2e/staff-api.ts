// Creates a test's own permission groups and managers over the API, so that changes to their rights
// affect no other test.
import { expect, type APIRequestContext } from '@playwright/test';
import { kept, PASSWORD, signInByCall, type AccountName, type Credentials } from './accounts';

export type Right = 'read' | 'create' | 'update' | 'delete';
interface Group {
  permissionGroupId: number;
  version: number;
  allowedMenuItems: unknown[];
}

export const CODES = '/system_management/code_management';
export const GROUPS = '/system_management/permission_group_management';

export class StaffApi {
  readonly #request: APIRequestContext;
  readonly #headers: Credentials;

  private constructor(request: APIRequestContext, headers: Credentials) {
    this.#request = request;
    this.#headers = headers;
  }

  static asAdmin(request: APIRequestContext): Promise<StaffApi> {
    return StaffApi.as(request, 'admin');
  }

  static async as(request: APIRequestContext, loginId: AccountName): Promise<StaffApi> {
    return new StaffApi(request, await kept(loginId));
  }

  /** Returns the response of a call. An unsuccessful one fails the test. */
  async send<Answer>(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH',
    path: string,
    data?: unknown,
  ): Promise<Answer> {
    const answer = await this.#request.fetch(`/api/v1${path}`, {
      method,
      headers: this.#headers,
      ...(data === undefined ? {} : { data }),
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as Answer;
  }

  /** Builds the rights of a group by screen. */
  async items(rights: Record<string, readonly Right[]>): Promise<unknown[]> {
    const all = await this.send<{ menuItemId: number; fullUrl: string }[]>(
      'GET',
      '/permission-groups/menu-items',
    );
    return all
      .filter(({ fullUrl }) =>
        Object.keys(rights).some((url) => `${url}/`.startsWith(`${fullUrl}/`)),
      )
      .map(({ menuItemId, fullUrl }) => {
        const held = rights[fullUrl] ?? ['read'];
        const may = (right: Right) => held.includes(right);
        return {
          menuItemId,
          read: may('read'),
          create: may('create'),
          update: may('update'),
          delete: may('delete'),
        };
      });
  }

  async makeGroup(name: string, rights: Record<string, readonly Right[]>): Promise<Group> {
    return this.send('POST', '/permission-groups', {
      name,
      description: null,
      authority: 'ADMIN',
      requiresTwoSteps: false,
      allowedServiceIds: [],
      allowedMenuItems: await this.items(rights),
    });
  }

  async changeGroup(group: number, rights: Record<string, readonly Right[]>): Promise<void> {
    const { version } = await this.send<Group>('GET', `/permission-groups/${String(group)}`);
    const allowedMenuItems = await this.items(rights);
    await this.send('PATCH', `/permission-groups/${String(group)}`, { version, allowedMenuItems });
  }

  /**
   * Creates a manager who has changed the first password to the common one of all test accounts.
   */
  async makeManager(loginId: string, permissionGroupId: number): Promise<void> {
    const { managerId } = await this.send<{ managerId: number }>('POST', '/managers', {
      loginId,
      name: loginId,
      role: 'ADMIN',
      companyId: null,
      permissionGroupId,
      phoneNumber: null,
      email: null,
      status: 'ACTIVE',
      memo: null,
    });
    const first = 'nine violet kettles';
    await this.send('PUT', `/managers/${String(managerId)}/password`, { password: first });
    const answer = await this.#request.put('/api/v1/account/password', {
      headers: await signInByCall(this.#request, loginId, first),
      data: { currentPassword: first, newPassword: PASSWORD },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
}
