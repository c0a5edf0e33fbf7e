// Versions of grading rules. Published versions are immutable; conventions are changed with a
// draft.
import { text } from '~/kernel/i18n/i18n';
import { resource } from '~/kernel/resource/resource';
import { Activation, isActivated, tooSoon } from './activation';
import type { Version } from './bands';
import { GRADE_RULE_FIELDS } from './grade-rule-fields';
import { RuleDetail } from './rule-detail';
import { GRADE_RULES } from './screens';

type Named = Pick<Version, 'ruleSet' | 'note'> & Partial<Pick<Version, 'ruleVersion'>>;

export const gradeRules = resource('GradeRuleVersion', {
  screen: GRADE_RULES,
  // Deleted drafts have no version number any more and are named by their note.
  nameOf: ({ ruleSet, ruleVersion, note }: Named) =>
    [
      text(`gradeRules.set.${ruleSet}`),
      ruleVersion === undefined ? note : text('measurement.whyVersion', { version: ruleVersion }),
    ].join(' · '),
  defaultSort: 'EFFECTIVE_LATEST',
  hasBin: true,
  slots: {
    detail: RuleDetail,
    changes: { areIn: isActivated, refused: tooSoon, Explanation: Activation },
  },
  fields: GRADE_RULE_FIELDS,
});
