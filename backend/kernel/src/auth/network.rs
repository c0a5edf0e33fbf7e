//! Networks of addresses: limits and shares apply per network, because the owner of one IPv6 address has billions
//! of them.

use std::net::{IpAddr, Ipv6Addr};

/// Returns the network of one customer of a provider: the whole IPv4 address, or 64 bits of IPv6.
#[must_use]
pub fn of(address: &str) -> String {
    match address.parse::<IpAddr>().map(|address| address.to_canonical()) {
        Ok(IpAddr::V6(address)) => first_bits(address, 64),
        Ok(address) => address.to_string(),
        Err(_) => address.into(),
    }
}

/// Returns the site of an IPv6 address: companies and servers get 48 bits, which are 65,536 networks. IPv4
/// addresses are scarce and have no site.
#[must_use]
pub fn site(address: &str) -> Option<String> {
    match address.parse::<IpAddr>().map(|address| address.to_canonical()) {
        Ok(IpAddr::V6(address)) => Some(first_bits(address, 48)),
        _ => None,
    }
}

fn first_bits(address: Ipv6Addr, count: u32) -> String {
    format!("{}/{count}", Ipv6Addr::from_bits(address.to_bits() >> (128 - count) << (128 - count)))
}

#[cfg(test)]
mod tests {
    use super::{of, site};

    #[test]
    fn an_address_of_ipv6_counts_with_its_64_bits_and_its_site() {
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
        assert_eq!(of("2001:db8:1:2::9"), of("2001:db8:1:2:ffff::1"));
        assert_ne!(of("2001:db8:1:3::9"), of("2001:db8:1:2::9"));
        assert_eq!(site("2001:db8:1:3::9"), site("2001:db8:1:2::9"));
    }

    #[test]
    fn an_address_of_ipv4_counts_by_itself_also_when_it_is_written_as_ipv6() {
        assert_eq!(of("::ffff:192.0.2.1"), "192.0.2.1");
        assert_eq!(of("192.0.2.1"), "192.0.2.1");
        assert_eq!((site("192.0.2.1"), site("::ffff:192.0.2.1")), (None, None));
    }
}
