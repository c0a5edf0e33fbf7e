// Loads a table of norms from a file. The server validates it as a whole, and it takes effect at
// once.
import { Alert, Button, FileInput, Group, List, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '~/domain/client';
import type { FieldError } from '~/domain/validation';
import { saveBlob } from '~/kernel/download/save-blob';
import { errorText, fieldErrorsOf, fieldErrorText } from '~/kernel/errors/error-text';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';
import { toast } from '~/kernel/toast/toast';
import { DownloadIcon, ErrorIcon, UploadIcon } from '~/ui/icons';
import { normsText } from './norms-text';

export function LoadNorms() {
  const t = useText();
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const load = useMutation({
    mutationFn: async (chosen: File) =>
      call('LoadDementiaNorms', { body: { fileName: chosen.name, content: await chosen.text() } }),
    onSuccess: () => {
      setFile(null);
      toast('success', t('dementia.normsLoaded'));
      void queryClient.invalidateQueries({ queryKey: ['dementia-norms'] });
    },
  });
  const problems = fieldErrorsOf(load.error);
  return (
    <section>
      <Text component="h3" fw={600} size="sm" m={0} mb={4}>
        {t('dementia.loadNorms')}
      </Text>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (file) load.mutate(file);
        }}
      >
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {t('dementia.loadHint')}
          </Text>
          {load.isError && (
            <Alert
              color="red"
              variant="light"
              icon={<ErrorIcon size={18} stroke={1.6} aria-hidden />}
              role="alert"
              title={problems.length > 0 ? t('dementia.normsWrong') : errorText(load.error)}
            >
              {problems.length > 0 && (
                <List size="sm">
                  {problems.map((problem, index) => (
                    // The same error may occur in several places.
                    <List.Item key={index}>{faultText(problem)}</List.Item>
                  ))}
                </List>
              )}
            </Alert>
          )}
          <FileInput
            label={t('dementia.normsFile')}
            placeholder={t('dementia.chooseFile')}
            accept=".csv,text/csv"
            value={file}
            onChange={(chosen) => {
              load.reset();
              setFile(chosen);
            }}
            clearable
            clearButtonProps={{ 'aria-label': t('field.clear') }}
          />
          <Group justify="space-between" gap="xs">
            <Button
              variant="subtle"
              leftSection={<DownloadIcon size={16} stroke={1.6} aria-hidden />}
              onClick={() => {
                saveBlob(new Blob([normsText([])], { type: 'text/csv' }), 'cist-norms.csv');
              }}
            >
              {t('dementia.emptyNorms')}
            </Button>
            <Button
              type="submit"
              loading={load.isPending}
              disabled={file === null}
              leftSection={<UploadIcon size={16} stroke={1.6} aria-hidden />}
            >
              {t('dementia.loadNorms')}
            </Button>
          </Group>
        </Stack>
      </form>
    </section>
  );
}

/** Returns the message for an error in the table, with its place, or else that for a field. */
function faultText(problem: FieldError): string {
  return (
    textIfKnown(`dementia.normFault.${problem.code}`, problem.params) ?? fieldErrorText(problem)
  );
}
