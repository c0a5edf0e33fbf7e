// A drop zone that also opens the file picker.
import { Text } from '@mantine/core';
import { useId, useState } from 'react';
import { useText } from '~/kernel/i18n/i18n';
import { FileIcon, UploadIcon } from '~/ui/icons';
import classes from './file-drop.module.css';

interface FileDropProps {
  file: File | undefined;
  onFile: (file: File | undefined) => void;
  error: string | undefined;
}

export function FileDrop({ file, onFile, error }: FileDropProps) {
  const t = useText();
  const [over, setOver] = useState(false);
  const id = useId();
  const errorId = `${id}-error`;
  const Shape = file ? FileIcon : UploadIcon;
  return (
    <div>
      <label
        htmlFor={id}
        className={classes.drop}
        data-over={over || undefined}
        data-error={error !== undefined || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => {
          setOver(false);
        }}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          onFile(event.dataTransfer.files[0]);
        }}
      >
        <Shape size={26} stroke={1.4} aria-hidden />
        <Text fw={550}>{file ? file.name : t('import.drop')}</Text>
        <Text size="sm" c="dimmed">
          {file ? t('import.otherFile') : t('import.formats')}
        </Text>
        <input
          id={id}
          type="file"
          className={classes.input}
          accept=".csv,.txt,.xlsx,.xlsm,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          aria-label={t('import.file')}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : errorId}
          onClick={(event) => {
            // The same file can be chosen again after it was corrected.
            event.currentTarget.value = '';
          }}
          onChange={(event) => {
            onFile(event.currentTarget.files?.[0]);
          }}
        />
      </label>
      {error !== undefined && (
        <Text id={errorId} size="sm" c="var(--mantine-color-error)" mt={4}>
          {error}
        </Text>
      )}
    </div>
  );
}
