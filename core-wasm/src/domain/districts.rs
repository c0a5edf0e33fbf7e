//! The provinces of Korea with their cities, counties and districts, to recognise how far an address is public.

/// A province: its name, the endings it is written with, and what is directly below it.
struct Province {
    name: &'static str,
    endings: &'static [&'static str],
    districts: &'static str,
}

const CITY: &[&str] = &["광역시", ""];
const PROVINCE: &[&str] = &["특별자치도", "도", ""];
const NORTH: &[&str] = &["특별자치도", ""];
const PLAIN: &[&str] = &[""];

const fn province(name: &'static str, endings: &'static [&'static str], districts: &'static str) -> Province {
    Province { name, endings, districts }
}

const SEOUL: &str = "종로구 중구 용산구 성동구 광진구 동대문구 중랑구 성북구 강북구 도봉구 노원구 은평구 서대문구 마포구 \
    양천구 강서구 구로구 금천구 영등포구 동작구 관악구 서초구 강남구 송파구 강동구";
const BUSAN: &str =
    "중구 서구 동구 영도구 부산진구 동래구 남구 북구 해운대구 사하구 금정구 강서구 연제구 수영구 사상구 기장군";
const INCHEON: &str = "중구 동구 미추홀구 연수구 남동구 부평구 계양구 서구 강화군 옹진군 제물포구 영종구 검단구";
const GYEONGGI: &str = "수원시 성남시 의정부시 안양시 부천시 광명시 평택시 동두천시 안산시 고양시 과천시 구리시 남양주시 \
    오산시 시흥시 군포시 의왕시 하남시 용인시 파주시 이천시 안성시 김포시 화성시 광주시 양주시 포천시 여주시 연천군 가평군 \
    양평군";
const GANGWON: &str = "춘천시 원주시 강릉시 동해시 태백시 속초시 삼척시 홍천군 횡성군 영월군 평창군 정선군 철원군 화천군 \
    양구군 인제군 고성군 양양군";
const NORTH_CHUNGCHEONG: &str = "청주시 충주시 제천시 보은군 옥천군 영동군 증평군 진천군 괴산군 음성군 단양군";
const SOUTH_CHUNGCHEONG: &str = "천안시 공주시 보령시 아산시 서산시 논산시 계룡시 당진시 금산군 부여군 서천군 청양군 \
    홍성군 예산군 태안군";
const NORTH_JEOLLA: &str =
    "전주시 군산시 익산시 정읍시 남원시 김제시 완주군 진안군 무주군 장수군 임실군 순창군 고창군 부안군";
const SOUTH_JEOLLA: &str = "목포시 여수시 순천시 나주시 광양시 담양군 곡성군 구례군 고흥군 보성군 화순군 장흥군 강진군 \
    해남군 영암군 무안군 함평군 영광군 장성군 완도군 진도군 신안군";
const NORTH_GYEONGSANG: &str = "포항시 경주시 김천시 안동시 구미시 영주시 영천시 상주시 문경시 경산시 의성군 청송군 영양군 \
    영덕군 청도군 고령군 성주군 칠곡군 예천군 봉화군 울진군 울릉군";
const SOUTH_GYEONGSANG: &str = "창원시 진주시 통영시 사천시 김해시 밀양시 거제시 양산시 의령군 함안군 창녕군 고성군 남해군 \
    하동군 산청군 함양군 거창군 합천군";

const PROVINCES: [Province; 23] = [
    province("서울", &["특별시", "시", ""], SEOUL),
    province("부산", CITY, BUSAN),
    province("대구", CITY, "중구 동구 서구 남구 북구 수성구 달서구 달성군 군위군"),
    province("인천", CITY, INCHEON),
    province("광주", CITY, "동구 서구 남구 북구 광산구"),
    province("대전", CITY, "동구 중구 서구 유성구 대덕구"),
    province("울산", CITY, "중구 남구 동구 북구 울주군"),
    province("세종", &["특별자치시", "시", ""], ""),
    province("경기", &["도", ""], GYEONGGI),
    province("강원", PROVINCE, GANGWON),
    province("충청북도", PLAIN, NORTH_CHUNGCHEONG),
    province("충북", PLAIN, NORTH_CHUNGCHEONG),
    province("충청남도", PLAIN, SOUTH_CHUNGCHEONG),
    province("충남", PLAIN, SOUTH_CHUNGCHEONG),
    province("전라북도", PLAIN, NORTH_JEOLLA),
    province("전북", NORTH, NORTH_JEOLLA),
    province("전라남도", PLAIN, SOUTH_JEOLLA),
    province("전남", PLAIN, SOUTH_JEOLLA),
    province("경상북도", PLAIN, NORTH_GYEONGSANG),
    province("경북", PLAIN, NORTH_GYEONGSANG),
    province("경상남도", PLAIN, SOUTH_GYEONGSANG),
    province("경남", PLAIN, SOUTH_GYEONGSANG),
    province("제주", PROVINCE, "제주시 서귀포시"),
];

/// Returns the parts of an address that name its province and its city or district, as written. A postal code before
/// them is skipped: it says more than they do.
pub(super) fn shown(text: &str) -> Vec<&str> {
    let is_code =
        |letter: char| letter.is_ascii_digit() || letter.is_whitespace() || ['(', ')', '-', ','].contains(&letter);
    let rest = text.trim_start_matches(is_code);
    let Some((province, name, rest)) = PROVINCES.iter().find_map(|province| {
        let rest = rest.strip_prefix(province.name)?;
        let (ending, rest) = province.endings.iter().find_map(|ending| Some((*ending, rest.strip_prefix(ending)?)))?;
        Some((province, province.name.len() + ending.len(), rest))
    }) else {
        return Vec::new();
    };
    let start = text.len() - rest.len() - name;
    let mut parts = vec![&text[start..start + name]];
    let rest = rest.trim_start_matches(|letter: char| letter.is_whitespace() || letter == ',');
    if let Some(district) = province.districts.split_whitespace().find(|district| rest.starts_with(district)) {
        parts.push(&rest[..district.len()]);
    }
    parts
}
