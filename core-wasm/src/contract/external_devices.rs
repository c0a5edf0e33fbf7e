//! External devices: the models of measuring devices that the apps know and discover by radio.

use super::{
    endpoint, id_type, input,
    languages::NameInLanguage,
    output, path_type, record, record_calls,
    validation::{Value, Violation, check_period},
    value_enum,
};
use crate::domain::time::Bound;

id_type! {
    /// An external device.
    ExternalDeviceId
}

path_type! { ExternalDevicePath { external_device_id: ExternalDeviceId } }

/// Menu URL of the external device screen.
pub const SCREEN: &str = "/app_management/external_device_management";

/// Maximum number of radio ids per device.
pub const MAX_RADIO_IDS: usize = 20;

value_enum! {
    /// How an app discovers a device by radio.
    pub enum RadioIdKind {
        /// A Bluetooth service: four or eight hexadecimal digits, or a full UUID.
        Service = "SERVICE",
        /// A MAC address, or its first three pairs, which identify the manufacturer.
        Address = "ADDRESS",
        /// Prefix of the advertised device name.
        Name = "NAME",
    }
}

input! {
    /// An identifier by which apps discover a device.
    #[derive(Eq)]
    pub struct RadioId {
        /// Kind.
        kind: RadioIdKind => word(RadioIdKind::WORDS),
        /// Value in the format of its kind. Letters of services and addresses are stored in upper case.
        value: String => text(1, 36),
    } also check_radio_id
}

/// Returns whether a text consists of groups of hexadecimal digits with these sizes.
fn is_hexadecimal(text: &str, between: char, sizes: &[usize]) -> bool {
    let mut groups = text.split(between);
    let fits = |size: &usize| {
        groups.next().is_some_and(|group| group.len() == *size && group.bytes().all(|byte| byte.is_ascii_hexdigit()))
    };
    sizes.iter().all(fits) && groups.next().is_none()
}

fn check_radio_id(value: &Value, violations: &mut Vec<Violation>) {
    let (Some(kind), Some(text)) = (value.get("kind").as_text(), value.get("value").as_text()) else { return };
    let text = text.trim();
    let is = |between, sizes: &[&[usize]]| sizes.iter().any(|sizes| is_hexadecimal(text, between, sizes));
    let code = match kind {
        "SERVICE" if !is('-', &[&[4], &[8], &[8, 4, 4, 4, 12]]) => "radioService",
        "ADDRESS" if !is(':', &[&[2; 3], &[2; 6]]) => "radioAddress",
        _ => return,
    };
    violations.push(Violation::new("value", code));
}

record! {
    /// An external device: a model, of which there can be many at many sites.
    pub struct ExternalDevice { external_device_id: ExternalDeviceId }
    /// Fields to register or change an external device. The combination of maker and model is unique.
    pub struct ExternalDeviceSave {
        /// Display name for staff.
        name: String => text(1, 100),
        /// Maker.
        maker: String => text(1, 100),
        /// Model, as named by its maker.
        model: String => text(1, 100),
        /// What it measures: a code of the list `DEVICE_KIND`.
        kind: String => text(1, 40),
        /// Identifiers by which apps discover it; any one suffices.
        radio_ids: Vec<RadioId> => forms(RadioId::FORM, MAX_RADIO_IDS),
        /// Firmware version that the apps were tested with.
        firmware: Option<String> => text(0, 50),
        /// Internal note.
        memo: Option<String> => lines(1000),
    }
    shown {
        /// Korean name of the kind.
        pub kind_name: String,
        /// Names of the kind in other languages.
        pub kind_names: Vec<NameInLanguage>,
    }
}

value_enum! {
    /// Sort order of a list of external devices.
    pub enum ExternalDeviceSort {
        Newest = "NEWEST", Oldest = "OLDEST", Name = "NAME", NameDescending = "NAME_DESCENDING"
    }
}

input! {
    /// Filter of the external device list.
    pub struct ExternalDeviceFilter {
        /// Name contains this text.
        name: Option<String> => text(0, 100),
        /// Maker contains this text.
        maker: Option<String> => text(0, 100),
        /// Model contains this text.
        model: Option<String> => text(0, 100),
        /// Devices of this kind.
        kind: Option<String> => text(0, 40),
        /// Devices with a radio id that contains this text.
        radio_id: Option<String> => text(0, 36),
        /// Registered at or after this date or time.
        start_created_at: Option<Bound> => bound(),
        /// Registered at or before this date or time; a date includes the whole day.
        end_created_at: Option<Bound> => bound(),
    } list ExternalDeviceSort also filter_period
}

fn filter_period(value: &Value, violations: &mut Vec<Violation>) {
    check_period(value, "startCreatedAt", "endCreatedAt", violations);
}

input! {
    /// Fields that can be changed in several external devices at once.
    pub struct ExternalDeviceChanges {
        /// Code of their kind.
        kind: Option<String> => text(1, 40),
        /// Version of their firmware.
        firmware: Option<String> => text(0, 50),
    }
}

record_calls! {
    ExternalDevice at "/api/v1/external-devices" "/{externalDeviceId}" by ExternalDevicePath on SCREEN,
    /// Lists the external devices.
    list ListExternalDevices(ExternalDeviceFilter),
    /// Queues a job that exports the filtered external devices to a file.
    export ExportExternalDevices(ExternalDeviceFilter),
    /// Queues a job that changes or deletes several external devices.
    bulk BulkExternalDevices(ExternalDeviceFilter by ExternalDeviceChanges),
    /// Registers an external device.
    create CreateExternalDevice(ExternalDeviceSave) refuses [Taken],
    /// Returns an external device.
    show GetExternalDevice,
    /// Changes an external device.
    update UpdateExternalDevice(ExternalDeviceSave) refuses [Taken],
    /// Deletes an external device that is not assigned to any operator's site.
    delete DeleteExternalDevice refuses [Changed, HasDependents],
    /// Lists the changes of an external device, newest first.
    history ListExternalDeviceRevisions,
}

output! {
    /// An external device as an option for selection.
    pub struct ExternalDeviceOption {
        /// External device id.
        pub external_device_id: ExternalDeviceId,
        /// Display name for staff.
        pub name: String,
        /// Maker.
        pub maker: String,
        /// Model.
        pub model: String,
    }
}

endpoint! {
    /// Lists the selectable external devices by name.
    pub ListExternalDeviceOptions = Get "/api/v1/external-device-options",
    auth: AnyStaff,
    ok: Vec<ExternalDeviceOption>
}

#[cfg(test)]
mod tests {
    use super::RadioId;
    use crate::{
        contract::validation::{Rules, Value},
        domain::time::Date,
    };

    /// Returns the codes with which a radio id is rejected.
    fn codes(kind: &str, value: &str) -> Vec<String> {
        let text = |text: &str| Value::Text(text.into());
        let sent = Value::Object(vec![("kind".into(), text(kind)), ("value".into(), text(value))]);
        RadioId::FORM.violations(&sent, Date(chrono::NaiveDate::MIN)).into_iter().map(|found| found.code).collect()
    }

    #[test]
    fn a_bluetooth_service_is_short_or_whole() {
        for good in ["1810", "0000181B", "0000181b-0000-1000-8000-00805f9b34fb", " 1810 "] {
            assert_eq!(codes("SERVICE", good), [""; 0], "{good}");
        }
        for bad in ["181", "18100", "181G", "0000181b-0000-1000-8000", "00:11:22", "1810-", "١٨١٠"] {
            assert_eq!(codes("SERVICE", bad), ["radioService"], "{bad}");
        }
    }

    #[test]
    fn an_address_is_whole_or_its_makers_part() {
        for good in ["AA:bb:CC", "AA:BB:CC:DD:EE:0F"] {
            assert_eq!(codes("ADDRESS", good), [""; 0], "{good}");
        }
        for bad in ["AA", "AABBCC", "AA:BB:CC:DD", "AA-BB-CC-DD-EE-FF", "AA:BB:CG"] {
            assert_eq!(codes("ADDRESS", bad), ["radioAddress"], "{bad}");
        }
    }

    #[test]
    fn a_name_is_any_text_and_nothing_is_none() {
        assert_eq!(codes("NAME", "BP-7"), [""; 0]);
        for kind in ["NAME", "SERVICE", "ADDRESS"] {
            assert_eq!(codes(kind, " "), ["required"], "{kind}");
        }
    }
}
