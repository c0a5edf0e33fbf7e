// The screen for managing versions of grading rules.
import { BIN_DIALOG, DETAIL_DIALOG, EDIT_DIALOG } from '~/kernel/screen/dialogs';
import type { Screen } from '~/kernel/screen/screen';
import { RulesIcon } from '~/ui/icons';

export const GRADE_RULES: Screen = {
  path: '/system_management/grade_rule_management',
  title: 'gradeRules.title',
  icon: RulesIcon,
  area: ['grade-rules', 'measurement'],
  page: () => import('./grade-rule-list-page'),
  dialogs: [
    { path: 'new', lazy: () => import('./new-version-dialog') },
    DETAIL_DIALOG,
    EDIT_DIALOG,
    BIN_DIALOG,
  ],
  texts: { create: 'gradeRules.create', edit: 'gradeRules.edit', remove: 'gradeRules.remove' },
};
