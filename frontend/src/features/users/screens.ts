// The screens of members, in the order of the links on their home page.
import type { Screen } from '~/kernel/screen/screen';
import {
  BodyIcon,
  MeIcon,
  OwnBoardIcon,
  StressIcon,
  SurveyIcon,
  TrainingIcon,
  UsageIcon,
  VisionIcon,
} from '~/ui/icons';

export const OWN_PHYSICAL: Screen = {
  path: '/users/measurements/physical',
  title: 'ownMeasurement.title',
  icon: BodyIcon,
  page: () => import('./physical-page'),
  area: ['users', 'own-measurements', 'measurement'],
};

export const OWN_STRESS: Screen = {
  path: '/users/measurements/stress',
  title: 'memberPage.stress.title',
  icon: StressIcon,
  page: () => import('./stress-page'),
  area: ['users', 'own-measurements', 'measurement'],
};

export const OWN_VISION: Screen = {
  path: '/users/measurements/vision',
  title: 'memberPage.vision.title',
  icon: VisionIcon,
  page: () => import('./vision-page'),
  area: ['users', 'own-measurements', 'measurement'],
};

export const OWN_CONTENT: Screen = {
  path: '/users/usage_histories/content',
  title: 'memberPage.content.title',
  icon: UsageIcon,
  page: () => import('./content-page'),
  area: ['users', 'measurement'],
};

export const OWN_PARTICIPATION: Screen = {
  path: '/users/training/participation',
  title: 'memberPage.participation.title',
  icon: TrainingIcon,
  page: () => import('./participation-page'),
  area: ['users', 'measurement'],
};

export const OWN_SURVEYS: Screen = {
  path: '/users/survey/survey',
  title: 'memberPage.survey.title',
  icon: SurveyIcon,
  page: () => import('./survey-page'),
  area: ['users', 'measurement'],
};

export const OWN_CONCERNS: Screen = {
  path: '/users/board/concern',
  title: 'memberPage.concern.title',
  icon: OwnBoardIcon,
  page: () => import('./concern-page'),
  area: ['users', 'measurement'],
};

export const ME = {
  path: '/users/me',
  title: 'me.title',
  icon: MeIcon,
  page: () => import('./me-page'),
  area: ['users', 'measurement'],
  dialogs: [{ path: 'edit', lazy: () => import('./profile-edit-dialog') }],
} satisfies Screen;

export const MEMBER_SCREENS: readonly Screen[] = [
  OWN_PHYSICAL,
  OWN_STRESS,
  OWN_VISION,
  OWN_CONTENT,
  OWN_PARTICIPATION,
  OWN_SURVEYS,
  OWN_CONCERNS,
  ME,
];
