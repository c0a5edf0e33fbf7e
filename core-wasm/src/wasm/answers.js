// Creates objects with many properties; that takes less code here than in Rust. Absent values become `null`.

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
    urgent,
    ungraded,
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
    urgent,
    ungraded,
  }),
};
