// Signs up a member like the app, with consent to all required terms.
import type { APIRequestContext, APIResponse } from '@playwright/test';

export async function signUp(
  request: APIRequestContext,
  data: Record<string, string>,
): Promise<APIResponse> {
  const found = await request.get('/api/v1/terms/current');
  const terms = (await found.json()) as { termsId: number; isRequired: boolean }[];
  const agreedTermsIds = terms.filter((one) => one.isRequired).map(({ termsId }) => termsId);
  return request.post('/api/v1/users', { data: { ...data, agreedTermsIds } });
}
