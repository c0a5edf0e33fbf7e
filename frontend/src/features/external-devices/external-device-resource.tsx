// External devices: the models of measuring devices that the apps support and discover by radio.
import type { Answer } from '~/domain/client';
import { codeKind, codeName } from '~/kernel/field/code-kind';
import { dateTimeKind } from '~/kernel/field/date-kind';
import { longTextKind, textKind } from '~/kernel/field/text-kind';
import { resource } from '~/kernel/resource/resource';
import { OPERATORS_PATH } from '~/kernel/screen/known-paths';
import { radioIdsKind } from './radio-ids-kind';
import { EXTERNAL_DEVICES } from './screens';

export type ExternalDevice = Answer<'GetExternalDevice'>;

export const externalDevices = resource('ExternalDevice', {
  screen: EXTERNAL_DEVICES,
  nameOf: ({ name }) => name,
  defaultSort: 'NAME',
  hasBin: true,
  exports: true,
  bulk: ['kind', 'firmware'],
  dependentsOf: ({ externalDeviceId }) => ({
    operatorsWithDevice: [
      {
        screen: { path: OPERATORS_PATH, title: 'operator.title' },
        filters: { externalDeviceId: String(externalDeviceId) },
      },
    ],
  }),
  fields: [
    {
      name: 'name',
      label: 'externalDevice.name',
      kind: textKind,
      column: { width: 170, sort: { ascending: 'NAME', descending: 'NAME_DESCENDING' } },
      filter: ['name'],
      form: 'always',
    },
    {
      name: 'kind',
      label: 'code.list.DEVICE_KIND',
      kind: codeKind('DEVICE_KIND'),
      value: ({ kindName, kindNames }) => codeName(kindName, kindNames),
      column: { width: 170 },
      filter: ['kind'],
      form: 'always',
    },
    {
      name: 'maker',
      label: 'externalDevice.maker',
      kind: textKind,
      column: { width: 120 },
      filter: ['maker'],
      form: 'always',
    },
    {
      name: 'model',
      label: 'externalDevice.model',
      kind: textKind,
      column: { width: 120 },
      filter: ['model'],
      form: 'always',
    },
    {
      name: 'radioIds',
      label: 'externalDevice.radioIds',
      kind: radioIdsKind,
      column: { width: 160 },
      filter: ['radioId'],
      form: 'always',
    },
    {
      name: 'firmware',
      label: 'externalDevice.firmware',
      kind: textKind,
      column: { width: 100 },
      form: 'always',
    },
    { name: 'memo', label: 'company.memo', kind: longTextKind, form: 'always' },
    {
      name: 'createdAt',
      label: 'board.createdAt',
      kind: dateTimeKind,
      column: { width: 138, sort: { ascending: 'OLDEST', descending: 'NEWEST' } },
      filter: ['startCreatedAt', 'endCreatedAt'],
    },
    {
      name: 'updatedAt',
      label: 'board.updatedAt',
      kind: dateTimeKind,
      column: { width: 138, optional: true },
    },
  ],
});
