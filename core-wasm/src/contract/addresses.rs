//! Address search for forms, by the provider that the installation configures.

use super::{endpoint, input, output};

output! {
    /// An address in the road-name system.
    pub struct FoundAddress {
        /// Five-digit postal code.
        pub postal_code: String,
        /// Road and number, with the city or province and the district.
        pub address: String,
        /// Name of the building, if it has one.
        pub building_name: Option<String>,
        /// The same address in the older lot-number system.
        pub lot_address: Option<String>,
    }
}

input! {
    /// Search query.
    pub struct AddressFilter {
        /// Road and number, building name, or lot.
        keyword: String => text(2, 80),
    }
}

endpoint! {
    /// Searches addresses by keyword; returns the provider's fifty best matches.
    pub SearchAddresses = Get "/api/v1/addresses",
    auth: AnyStaff,
    query: AddressFilter,
    refuses: [Overloaded, ProviderUnavailable],
    ok: Vec<FoundAddress>
}
