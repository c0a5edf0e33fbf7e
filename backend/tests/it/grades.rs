//! Grades packed into the numbers stored in databases.

use measurements::grades::{Grade, GradeFilter, packed, unpacked};
use uno_core::domain::grade::physical::{BloodPressureGrade, BmiGrade, BodyFatGrade};

fn comes_back<G: Grade + std::fmt::Debug>(others: i64) {
    for grade in G::NUMBERED {
        assert_eq!(unpacked::<G>(packed(Some(*grade)) | others), Some(*grade));
    }
    assert_eq!(unpacked::<G>(others), None);
}

#[test]
fn each_indicator_has_bits_of_its_own() {
    let (bmi, pressure, fat) = (
        packed(Some(BmiGrade::Obesity2)),
        packed(Some(BloodPressureGrade::Stage2)),
        packed(Some(BodyFatGrade::AboveStandard)),
    );
    comes_back::<BmiGrade>(pressure | fat);
    comes_back::<BloodPressureGrade>(bmi | fat);
    comes_back::<BodyFatGrade>(bmi | pressure);
    assert_eq!(GradeFilter::of::<BodyFatGrade>(&[]), None);
}

#[test]
fn the_numbers_of_grades_are_those_that_databases_hold() {
    let numbers = |grades: &[Option<BmiGrade>]| grades.iter().map(|grade| packed(*grade)).collect::<Vec<_>>();
    use BmiGrade::{Normal, Obesity1, Obesity2, Overweight, Underweight};
    let all = [None, Some(Underweight), Some(Normal), Some(Overweight), Some(Obesity1), Some(Obesity2)];
    assert_eq!(numbers(&all), [0, 1, 2, 3, 4, 5]);
    use BloodPressureGrade::{PreStage, Stage1, Stage2};
    let pressures = [BloodPressureGrade::Normal, PreStage, Stage1, Stage2].map(|grade| packed(Some(grade)));
    assert_eq!(pressures, [0x10, 0x20, 0x30, 0x40]);
    use BodyFatGrade::{AboveStandard, BelowStandard, Standard};
    assert_eq!([BelowStandard, Standard, AboveStandard].map(|grade| packed(Some(grade))), [0x100, 0x200, 0x300]);
}
