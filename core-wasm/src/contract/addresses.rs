//! Addresses to choose from while one is entered: found by the provider that the installation names.

use super::{endpoint, input, output};

output! {
    /// An address by the names of roads.
    pub struct FoundAddress {
        /// Postal code of five digits.
        pub postal_code: String,
        /// Road and number, with the city or province and the district.
        pub address: String,
        /// Name of the building, where it has one.
        pub building_name: Option<String>,
        /// The same place by lots, as it was told before roads had names.
        pub lot_address: Option<String>,
    }
}

input! {
    /// What is sought.
    pub struct AddressFilter {
        /// Road and number, name of a building, or lot.
        keyword: String => text(2, 80),
    }
}

endpoint! {
    /// Finds addresses by a keyword: the fifty that the provider holds for the best.
    pub SearchAddresses = Get "/api/v1/addresses",
    auth: AnyStaff,
    query: AddressFilter,
    refuses: [Overloaded, ProviderUnavailable],
    ok: Vec<FoundAddress>
}
