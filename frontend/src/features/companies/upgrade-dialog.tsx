// Upgrades a company to a higher tier: the new parent, what moves along, what prevents it, and the
// job.
import { Alert, Anchor, Group, List, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type Answer } from '~/domain/client';
import { fieldErrorText } from '~/kernel/errors/error-text';
import { QueryError } from '~/kernel/errors/query-error';
import { CompanyPicker, type CompanyType } from '~/kernel/field/company-kind';
import { DialogForm } from '~/kernel/form/dialog-form';
import { useRequestKey } from '~/kernel/form/use-request-key';
import { formatNumber } from '~/kernel/i18n/format';
import { useText, type MessageKey } from '~/kernel/i18n/i18n';
import { useAnnounceJob } from '~/kernel/jobs/jobs';
import { RunningJob } from '~/kernel/jobs/running-job';
import { DialogFrame } from '~/kernel/resource/dialog-frame';
import { FieldsSkeleton } from '~/kernel/resource/field-list';
import { RecordMissing } from '~/kernel/resource/record-missing';
import { useCloseDialog, useRecordId, useResource } from '~/kernel/resource/use-dialog-route';
import { OPERATORS_PATH } from '~/kernel/screen/known-paths';
import { ErrorIcon } from '~/ui/icons';
import { Link } from '~/ui/link';
import { SCREENS, TIER_ABOVE, type Company } from './company-resource';

type Plan = Answer<'UpgradeCompany'>;
type Counted = keyof Plan['counts'];

/** The job, and the company before the upgrade. */
interface Queued {
  jobId: number;
  company: Company;
}

/** What moves along, by kind. */
const COUNTED: readonly (readonly [Counted, MessageKey])[] = [
  ['companies', 'log.resource.company'],
  ['managers', 'log.resource.manager'],
  ['operators', 'log.resource.operator'],
  ['accounts', 'dependents.accounts'],
  ['members', 'log.resource.member'],
  ['measurements', 'home.measurements'],
  ['trainings', 'training.title'],
  ['links', 'log.resource.memberLink'],
  ['divisions', 'division.title'],
];

export function Component() {
  const t = useText();
  const resource = useResource();
  const id = useRecordId();
  const close = useCloseDialog();
  const [job, setJob] = useState<Queued>();
  const company = useQuery({
    queryKey: [resource.key, 'detail', id],
    queryFn: ({ signal }) => call('GetCompany', { path: { companyId: id ?? 0 } }, signal),
    enabled: id !== undefined && job === undefined,
  });
  // Shows the company as it was, even when the upgrade has changed it.
  const record = job?.company ?? company.data;
  const to = record && TIER_ABOVE[record.type];
  const title = t(to === 'DEALER' ? 'company.upgradeTo.DEALER' : 'company.upgradeTo.VENDOR');
  return (
    <DialogFrame
      title={record ? `${title} – ${record.name}` : t('company.upgrade')}
      onClose={close}
    >
      {job && to ? (
        <RunningJob jobId={job.jobId} kind="COMPANY_UPGRADE">
          {(running) =>
            running?.state === 'SUCCEEDED' && (
              <Group justify="flex-end">
                <Anchor
                  component={Link}
                  to={`${SCREENS[to].path}/${String(job.company.companyId)}`}
                >
                  {t('company.upgradeOpen')}
                </Anchor>
              </Group>
            )
          }
        </RunningJob>
      ) : id === undefined || (record && !to) ? (
        <RecordMissing list={resource.path} />
      ) : record && to ? (
        <UpgradeForm company={record} to={to} onQueued={setJob} onClose={close} />
      ) : company.isError ? (
        <QueryError error={company.error} retry={() => void company.refetch()} />
      ) : (
        <FieldsSkeleton />
      )}
    </DialogFrame>
  );
}

interface UpgradeFormProps {
  company: Company;
  to: CompanyType;
  onQueued: (job: Queued) => void;
  onClose: () => void;
}

function UpgradeForm({ company, to, onQueued, onClose }: UpgradeFormProps) {
  const t = useText();
  const announce = useAnnounceJob();
  const [parent, setParent] = useState<number | null>(null);
  const [typed, setTyped] = useState('');
  const path = { companyId: company.companyId };
  const isPlaced = to === 'VENDOR' || parent !== null;
  const plan = useQuery({
    queryKey: ['company-upgrade', company.companyId, company.version, parent],
    queryFn: ({ signal }) =>
      call('UpgradeCompany', { path, body: { parentCompanyId: parent, dryRun: true } }, signal),
    enabled: isPlaced,
    placeholderData: keepPreviousData,
    // The plan is only valid now, so it is not cached.
    gcTime: 0,
  });
  const { once } = useRequestKey();
  const queue = useMutation({
    mutationFn: () =>
      once((idempotencyKey) =>
        call('UpgradeCompany', {
          path,
          body: { parentCompanyId: parent, dryRun: false },
          idempotencyKey,
        }),
      ),
    onSuccess: ({ job }) => {
      void announce();
      if (job) onQueued({ jobId: job.jobId, company });
    },
    onError: () => plan.refetch(),
  });
  const isPossible = plan.data?.obstacles.length === 0 && !plan.isPlaceholderData;
  return (
    <DialogForm
      sent={queue}
      onSubmit={() => {
        queue.mutate();
      }}
      onCancel={onClose}
      entered={{ parent, typed }}
      submitLabel={t('company.upgrade')}
      isUnready={!isPlaced || !isPossible || typed.trim() !== company.name}
      intro={
        <Text>
          {t(to === 'DEALER' ? 'company.upgradeHint.RETAILER' : 'company.upgradeHint.DEALER')}
        </Text>
      }
      whole={['companyId']}
    >
      {(errorOf) => (
        <>
          {to === 'DEALER' && (
            <CompanyPicker
              label={t('company.parent')}
              placeholder={t('field.searchCompany')}
              value={parent}
              onChange={setParent}
              types={['VENDOR']}
              error={errorOf('parentCompanyId')}
              required
              marks={{ 'data-path': 'parentCompanyId', 'data-autofocus': true }}
            />
          )}
          {plan.isError && <QueryError error={plan.error} retry={() => void plan.refetch()} />}
          {isPlaced && plan.isPending && <FieldsSkeleton />}
          {isPlaced && plan.data && <Outcome plan={plan.data} />}
          {isPlaced && isPossible && (
            <TextInput
              label={t('company.upgradeConfirm', { name: company.name })}
              value={typed}
              onChange={(event) => {
                setTyped(event.currentTarget.value);
              }}
              autoComplete="off"
              // Without a parent to choose, this is the first field, which is loaded with the plan.
              autoFocus={to === 'VENDOR'}
              withAsterisk
            />
          )}
        </>
      )}
    </DialogForm>
  );
}

/** The upgrade is disabled while something prevents it. */
function Outcome({ plan }: { plan: Plan }) {
  return (
    <Stack gap="sm" role="status">
      {plan.obstacles.length > 0 ? <Obstacles plan={plan} /> : <WhatMoves plan={plan} />}
    </Stack>
  );
}

function Obstacles({ plan }: { plan: Plan }) {
  const t = useText();
  return (
    <Alert
      color="red"
      variant="light"
      icon={<ErrorIcon size={18} stroke={1.6} />}
      title={t('company.upgradeObstacles')}
    >
      <List size="sm">
        {plan.obstacles.map((obstacle) => (
          <List.Item key={obstacle.code}>
            {obstacle.code === 'operatorsAtRetailer' ? (
              <Anchor
                component={Link}
                to={`${OPERATORS_PATH}?companyId=${String(plan.companyId)}`}
                inherit
              >
                {fieldErrorText(obstacle)}
              </Anchor>
            ) : (
              fieldErrorText(obstacle)
            )}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

function WhatMoves({ plan }: { plan: Plan }) {
  const t = useText();
  const moved = COUNTED.filter(([name]) => plan.counts[name] > 0);
  return (
    <>
      <div>
        <Text fw={550} mb={4}>
          {t('company.upgradeMoves')}
        </Text>
        <SimpleGrid component="dl" cols={{ base: 2, sm: 3 }} spacing="xs" my={0}>
          {moved.map(([name, label]) => (
            <div key={name}>
              <Text component="dt" size="sm" c="dimmed">
                {t(label)}
              </Text>
              <Text component="dd" m={0} data-numeric>
                {formatNumber(plan.counts[name])}
              </Text>
            </div>
          ))}
        </SimpleGrid>
      </div>
      {plan.ownManagers > 0 && (
        <Text size="sm">
          {t('company.upgradeManagers', {
            count: plan.ownManagers,
            group: plan.permissionGroupName,
          })}
        </Text>
      )}
      {plan.counts.credentials > 0 && (
        <Text size="sm">{t('company.upgradeCredentials', { count: plan.counts.credentials })}</Text>
      )}
    </>
  );
}
