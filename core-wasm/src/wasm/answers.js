// Objects with many parts, written where that takes least: what is absent is `null`.

export const answers = {
  physicalGrades: (
    bmi,
    bmiGrade,
    obesityClass3,
    bloodPressureGrade,
    bloodPressureClass,
    isolatedSystolic,
    bodyFatGrade,
    ruleSet,
    ruleVersion,
  ) => ({
    bmi: bmi ?? null,
    bmiGrade: bmiGrade ?? null,
    obesityClass3: obesityClass3 ?? null,
    bloodPressureGrade: bloodPressureGrade ?? null,
    bloodPressureClass: bloodPressureClass ?? null,
    isolatedSystolic: isolatedSystolic ?? null,
    bodyFatGrade: bodyFatGrade ?? null,
    ruleSet,
    ruleVersion,
  }),
};
